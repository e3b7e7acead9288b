// <answer-check>: an answer on a page, its claims marked as they settle.

import { styleSheet } from './style.js';
import { TextView } from './text-view.js';
import { places, standing, wordsFor } from './words.js';

/** A server imports this too, and has no elements. */
const Base = globalThis.HTMLElement ?? class {};

export class AnswerCheck extends Base {
  #detector;
  #request = {};
  #answer;
  #claims = new Map();
  #text;
  #details;
  #status;
  /** What was pushed and settled since the last frame. */
  #pieces = [];
  #settled = [];
  #frame = 0;
  #finished;
  #waiting = [];

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styleSheet()];
    const text = this.#make('p', 'text');
    text.dir = 'auto';
    this.#details = this.#make('div', 'details');
    this.#details.hidden = true;
    this.#details.dir = 'auto';
    this.#details.id = 'details';
    this.#status = this.#make('p', 'status');
    this.#status.dir = 'auto';
    this.#status.setAttribute('role', 'status');
    root.append(text, this.#details, this.#status);
    this.#text = new TextView(text, () => this.#words);
    text.addEventListener('click', (event) => this.#toggle(event.target.closest('.claim')));
    text.addEventListener('keydown', (event) => this.#key(event));
  }

  #make(tag, name) {
    const element = document.createElement(tag);
    element.className = name;
    element.setAttribute('part', name);
    return element;
  }

  get #words() {
    return wordsFor(this.closest('[lang]')?.lang ?? '');
  }

  /** What answers are checked with. Text that came before it waits. */
  get detector() {
    return this.#detector;
  }
  set detector(detector) {
    this.#detector = detector;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const run of waiting) run();
  }

  /** Question and conversation of the next answer. */
  get request() {
    return this.#request;
  }
  set request(request) {
    this.#request = request ?? {};
  }

  /** The claims that are marked. */
  get claims() {
    return [...this.#claims.values()];
  }

  /** The answer so far; setting it shows another one, whole. */
  get value() {
    return this.#answer?.text ?? '';
  }
  set value(text) {
    this.reset();
    if (text !== '') {
      this.push(text);
      this.finish().catch(() => {});
    }
  }

  /** Takes in the next piece of the answer. It is on the page in the next frame, its claims as soon as they settle. */
  push(piece) {
    if (!this.#detector) return void this.#waiting.push(() => this.push(piece));
    this.#measured(() => {
      this.#answer ??= this.#begin();
      this.#pieces.push(piece);
      this.#draw();
      try {
        this.#answer.push(piece);
      } catch (error) {
        this.#fail(error);
      }
    });
  }

  /** Ends the answer; its report comes back, and as the event `answer-report`. */
  finish() {
    if (!this.#detector) {
      return new Promise((resolve, reject) => this.#waiting.push(() => this.finish().then(resolve, reject)));
    }
    this.#finished ??= this.#finish();
    return this.#finished;
  }

  async #finish() {
    const answer = (this.#answer ??= this.#begin());
    try {
      const checked = await answer.finish();
      if (answer === this.#answer) {
        this.#flush();
        this.#judge(answer.claims);
        this.#tell('answer-report', checked);
        this.#status.textContent = this.#verdict(checked.report);
      }
      return checked;
    } catch (error) {
      if (answer === this.#answer) this.#fail(error);
      throw error;
    }
  }

  /** Marks what was only found so far by what became of it. */
  #judge(claims) {
    const judged = claims.filter((claim) => standing(this.#claims.get(claim.id) ?? claim) !== standing(claim));
    for (const claim of judged) {
      this.#claims.set(claim.id, claim);
      this.#text.mark(claim);
    }
    const open = this.#text.marks.find((mark) => mark.getAttribute('aria-expanded') === 'true');
    if (open) this.#openDetails(open);
  }

  /** Shows the pieces of a stream of texts as they come, and ends the answer with it. */
  async pipe(stream) {
    this.reset();
    const reader = stream.getReader();
    for (let read = await reader.read(); !read.done; read = await reader.read()) this.push(read.value);
    return this.finish();
  }

  /** Gives the check up; the text stays. */
  abort(reason) {
    this.#answer?.abort(reason);
  }

  /** Empties the element for another answer. */
  reset() {
    const answer = this.#answer;
    this.#answer = undefined;
    this.#finished = undefined;
    this.#waiting = [];
    answer?.abort();
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#pieces = [];
    this.#settled = [];
    this.#claims.clear();
    this.#text.clear();
    this.#details.hidden = true;
    this.#status.textContent = '';
  }

  /** An element that left the page waits for nothing. One that is only moved is on it again by then. */
  disconnectedCallback() {
    queueMicrotask(() => {
      if (!this.isConnected) this.abort();
    });
  }

  #begin() {
    this.#status.textContent = this.#words.writing;
    let interrupted = false;
    const answer = this.#detector.stream({
      ...this.#request,
      onUpdate: (update) => {
        if (answer !== this.#answer && this.#answer) return;
        this.#settled.push(...update.settled);
        this.#draw();
        for (const claim of update.settled) this.#tell('answer-claim', claim);
        for (const warning of update.warnings) this.#tell('answer-warning', warning);
        if (update.should_interrupt && !interrupted) {
          interrupted = true;
          this.#status.textContent = this.#words.interrupt;
          this.#tell('answer-interrupt', update);
        }
      },
    });
    return answer;
  }

  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  #fail(error) {
    if (error.code === 'aborted') return;
    this.#flush();
    this.#status.textContent = this.#words.failed(error.message);
    this.#tell('answer-error', error);
  }

  /** Once a frame, however many pieces a frame brings; a page in the background has no frames and needs none. */
  #draw() {
    this.#frame ||= requestAnimationFrame(() => this.#measured(() => this.#flush()));
  }

  #flush() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.#pieces.length > 0) this.#text.append(this.#pieces.join(''));
    this.#pieces = [];
    for (const claim of this.#settled) {
      this.#claims.set(claim.id, claim);
      this.#text.mark(claim);
    }
    this.#settled = [];
  }

  /** With the attribute `measured`, the time of this element's own work is in the browser's performance timeline. */
  #measured(work) {
    if (!this.hasAttribute('measured')) return work();
    const start = performance.now();
    work();
    performance.measure('answer-check', { start, end: performance.now() });
    return undefined;
  }

  #verdict({ verdict, risk, claims, coverage }) {
    const words = this.#words;
    const held = claims.filter(({ status }) => status === 'supported').length;
    // What was checked and could not be decided was not left unchecked.
    const open = verdict === 'unverified' && claims.some((claim) => standing(claim) === 'open');
    const told = [words.verdict[open ? 'open' : verdict]];
    if (verdict === 'flagged' || open) told.push(words.counted(claims.length, held));
    if (verdict === 'flagged') told.push(words.risk[risk]);
    // Silence is no approval: what was not checked is told of a clean answer, too.
    if (coverage?.sentences.length > 0) told.push(words.covered(coverage));
    return told.join(' ');
  }

  #toggle(mark) {
    if (!mark) return;
    const isOpen = mark.getAttribute('aria-expanded') === 'true';
    this.#closeDetails();
    this.#text.focus(mark);
    if (!isOpen) this.#openDetails(mark);
  }

  #openDetails(mark) {
    const claim = this.#claims.get(mark.dataset.claim);
    const words = this.#words;
    const line = (text, name) => {
      const line = this.#make('p', name);
      line.dir = 'auto';
      line.textContent = text;
      return line;
    };
    const nearest = claim.nearest && claim.status !== 'supported' ? [line(words.nearest(claim.nearest.text), 'details-nearest')] : [];
    const looked = places(claim);
    this.#details.replaceChildren(
      line(`${claim.text}: ${words.status[standing(claim)]}`, 'details-title'),
      ...nearest,
      ...claim.reasons.map(({ message }) => line(message, 'details-reason')),
      ...(looked.length > 0 ? [line(words.places, 'details-places')] : []),
      ...looked.map((text) => line(text, 'details-place')),
    );
    mark.setAttribute('aria-expanded', 'true');
    mark.setAttribute('aria-controls', 'details');
    this.#details.hidden = false;
  }

  #closeDetails() {
    for (const mark of this.#text.marks) mark.setAttribute('aria-expanded', 'false');
    this.#details.hidden = true;
  }

  /** Enter or space opens a claim, escape closes it, the arrows, home and end go from one to the next. */
  #key(event) {
    const mark = event.target.closest('.claim');
    if (!mark || event.altKey || event.ctrlKey || event.metaKey) return;
    const marks = this.#text.marks;
    const at = marks.indexOf(mark);
    const forward = getComputedStyle(mark.parentNode).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const backward = forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft';
    const to = { [forward]: at + 1, ArrowDown: at + 1, [backward]: at - 1, ArrowUp: at - 1, Home: 0, End: marks.length - 1 }[event.key];
    if (to !== undefined) this.#text.focus(marks[Math.min(Math.max(to, 0), marks.length - 1)]);
    else if (event.key === 'Enter' || event.key === ' ') this.#toggle(mark);
    else if (event.key === 'Escape' && !this.#details.hidden) this.#closeDetails();
    else return;
    event.preventDefault();
  }
}
