// <answer-check> for any page. Importing it defines nothing: `defineAnswerCheck` does.

import { AnswerCheck } from './lib/element/answer-check.js';

export { AnswerCheck };

/** Makes the element known under a name, `answer-check` by default; a name that has it already keeps it. On a server: nothing. */
export function defineAnswerCheck(name = 'answer-check') {
  if (!globalThis.customElements || customElements.get(name)) return;
  // A class can have one name only.
  const own = customElements.getName?.(AnswerCheck) ? class extends AnswerCheck {} : AnswerCheck;
  customElements.define(name, own);
}
