// Served to the browser: puts <answer-check> on a page and hears what it tells of.

import { defineAnswerCheck } from '../../npm/element.js';
import { createDetector } from '../../npm/index.js';

const EVENTS = ['answer-claim', 'answer-warning', 'answer-interrupt', 'answer-report', 'answer-error'];

/** An element that is ready, with `told` and ways into its shadow. */
export async function ready({ sources, worker = false, lang = 'en', measured = false, policy = {} }) {
  defineAnswerCheck();
  // Asking twice is no mistake.
  defineAnswerCheck();
  document.documentElement.lang = lang;
  const answer = document.createElement('answer-check');
  answer.toggleAttribute('measured', measured);
  answer.detector = await createDetector({ sources, worker, policy });
  document.body.append(answer);
  const told = [];
  for (const name of EVENTS) document.addEventListener(name, ({ detail }) => told.push([name, detail]));
  const part = (name) => answer.shadowRoot.querySelector(`[part~="${name}"]`);
  const marks = () => [...answer.shadowRoot.querySelectorAll('[part~="claim"]')];
  return { answer, told, part, marks };
}
