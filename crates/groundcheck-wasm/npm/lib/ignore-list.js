// Claims that a person does not want to be told of again. They stay in every report.

import { invalid } from './error.js';

const key = ({ kind, text }) => `${kind} ${text}`;

/** Claims to ignore, known by their kind and text. */
export class IgnoreList {
  #entries = new Map();

  /** Takes what `toJSON` gave. */
  constructor(list = { ignored: [] }) {
    this.import(list);
  }

  /** How many there are. */
  get size() {
    return this.#entries.size;
  }

  /** Ignores claims of this kind and text from now on. */
  add({ kind, text }) {
    this.#entries.set(key({ kind, text }), { kind, text });
  }

  /** Announces them again. */
  delete(claim) {
    return this.#entries.delete(key(claim));
  }

  /** Whether a claim is ignored. */
  has(claim) {
    return this.#entries.has(key(claim));
  }

  /** Adds a list that `toJSON` gave; nothing of one that is not whole. */
  import(list) {
    if (!Array.isArray(list?.ignored)) throw invalid('ignored', 'must be a list');
    list.ignored.forEach((entry, i) => {
      for (const name of ['kind', 'text']) {
        if (typeof entry?.[name] !== 'string') throw invalid(`ignored[${i}].${name}`, 'must be a text');
      }
    });
    for (const entry of list.ignored) this.add(entry);
  }

  /** Everything, for storage: `JSON.stringify(list)`. */
  toJSON() {
    return { ignored: [...this.#entries.values()] };
  }
}
