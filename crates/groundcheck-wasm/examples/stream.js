import { defineAnswerCheck } from '../npm/element.js'; // elsewhere: from 'groundcheck/element'
import { createDetector } from '../npm/index.js'; // elsewhere: from 'groundcheck'
import { scriptedAnswer, sources } from './scripted-model.js';

defineAnswerCheck();
const answer = document.querySelector('answer-check');
const warnings = document.getElementById('warnings');

answer.addEventListener('answer-warning', ({ detail }) => {
  const item = document.createElement('li');
  item.textContent = detail.description;
  warnings.append(item);
});

document.getElementById('ask').addEventListener('click', () => {
  warnings.replaceChildren();
  // What went wrong stands in the element.
  answer.pipe(scriptedAnswer()).catch(() => {});
});

answer.request = { question: document.querySelector('h1').textContent };
answer.detector = await createDetector({ sources, worker: true });
