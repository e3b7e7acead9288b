// The text of <answer-check>: grows at its end, and is cut at its claims as they settle. Only ever text nodes and attributes.

import { SIGNS, standing } from './words.js';

export class TextView {
  #root;
  #wordsOf;
  /** The last text node, which everything that has no claim yet stands in, and where in the answer it begins. */
  #tail = document.createTextNode('');
  #from = 0;
  #marks = new Map();

  constructor(root, wordsOf) {
    this.#root = root;
    this.#wordsOf = wordsOf;
    this.clear();
  }

  clear() {
    this.#tail = document.createTextNode('');
    this.#from = 0;
    this.#marks.clear();
    this.#root.replaceChildren(this.#tail);
  }

  append(text) {
    this.#tail.appendData(text);
  }

  /** Marks a claim; they come in the order of the answer. One that is marked already is marked by its status now. */
  mark(claim) {
    const known = this.#marks.get(claim.id);
    if (known) return this.#tell(known, claim);
    const { start, end } = claim.utf16;
    if (start < this.#from) return;
    const before = start - this.#from;
    const mark = document.createElement('span');
    mark.setAttribute('role', 'button');
    mark.setAttribute('aria-expanded', 'false');
    mark.tabIndex = this.#marks.size === 0 ? 0 : -1;
    mark.dataset.claim = claim.id;
    mark.dir = 'auto';
    const text = this.#tail.data.slice(before, end - this.#from);
    mark.textContent = text;
    this.#tell(mark, claim);
    const rest = this.#tail.splitText(before);
    rest.deleteData(0, text.length);
    this.#root.insertBefore(mark, rest);
    this.#tail = rest;
    this.#from = end;
    this.#marks.set(claim.id, mark);
  }

  #tell(mark, claim) {
    const stands = standing(claim);
    const open = stands === 'open';
    mark.className = `claim ${claim.status}${open ? ' open' : ''}`;
    mark.setAttribute('part', `claim claim-${claim.status}${open ? ' claim-open' : ''}`);
    mark.dataset.sign = SIGNS[stands];
    mark.setAttribute('aria-label', `${mark.textContent}: ${this.#wordsOf().status[stands]}`);
  }

  /** The mark of a claim by its id. */
  of(id) {
    return this.#marks.get(id);
  }

  /** The marks in their order. */
  get marks() {
    return [...this.#marks.values()];
  }

  /** Moves the one place that the tab key stops at, and the focus with it. */
  focus(mark) {
    for (const other of this.#marks.values()) other.tabIndex = other === mark ? 0 : -1;
    mark.focus();
  }
}
