import { Detector, init } from '../npm/index.js'; // elsewhere: from 'groundcheck'

const [source, answer, marked, verdict] = ['source', 'answer', 'marked', 'verdict'].map((id) => document.getElementById(id));
let detector;

/** The source changes seldom: prepare it once, then check every keystroke against it. */
function prepare() {
  detector?.free();
  detector = new Detector({ sources: [{ id: 'S0', text: source.value }] });
  check();
}

function check() {
  try {
    show(answer.value, detector.analyze({ answer: answer.value }));
  } catch (error) {
    marked.replaceChildren();
    verdict.textContent = `Not checked: ${error.message}`;
  }
}

/** Only ever text nodes: an answer may hold markup. */
function show(text, { claims, verdict: outcome, risk }) {
  let end = 0;
  const parts = claims.flatMap(({ utf16, status, nearest }) => {
    const mark = document.createElement('mark');
    mark.className = status;
    mark.title = nearest ? `${status}: the source says ${nearest.text}` : status;
    mark.textContent = text.slice(utf16.start, utf16.end);
    const before = text.slice(end, utf16.start);
    end = utf16.end;
    return [before, mark];
  });
  marked.replaceChildren(...parts, text.slice(end));
  verdict.textContent = `${outcome}, risk ${risk}`;
}

await init();
prepare();
source.addEventListener('input', prepare);
answer.addEventListener('input', check);
