// groundcheck in React: a hook that follows a growing answer.

import { useEffect, useRef, useState } from 'react';

const NOTHING = { claims: [], warnings: [], settledTo: 0, shouldInterrupt: false, checked: null, error: null };

/**
 * The check of an answer that grows from render to render, as chats give it. Only what is new is checked; a text that is another one
 * starts anew. `done` says that the answer is whole: then comes its report. Without a detector nothing happens yet.
 */
export function useAnswerCheck({ detector, text, done = false, request }) {
  const [state, setState] = useState(NOTHING);
  const following = useRef(null);

  useEffect(() => {
    if (!detector) return;
    const current = following.current;
    const continues = current?.detector === detector && !current.finished && text.startsWith(current.answer.text);
    const finished = current?.detector === detector && current.finished && current.answer.text === text;
    if (finished || (!continues && text === '')) return;
    if (!continues) current?.answer.abort();
    try {
      following.current = continues ? current : follow(detector, request, setState);
      const now = following.current;
      now.answer.push(text.slice(now.answer.text.length));
      if (!done || text.trim() === '') return;
      now.finished = true;
      const told = (outcome) => now === following.current && setState((state) => ({ ...state, ...outcome }));
      now.answer.finish().then((checked) => told({ checked, claims: [...now.answer.claims] }), (error) => told({ error }));
    } catch (error) {
      setState((state) => ({ ...state, error }));
    }
    // The request belongs to the answer's beginning: one that is made anew on each render must not start it again.
  }, [detector, text, done]);

  // An answer that is gone from the page is given up; one that comes back (as in strict mode) starts anew.
  useEffect(
    () => () => {
      following.current?.answer.abort();
      following.current = null;
    },
    [],
  );
  return state;
}

function follow(detector, request, setState) {
  setState(NOTHING);
  const answer = detector.stream({
    ...request,
    onUpdate: () => {
      const { claims, warnings, settledTo, shouldInterrupt } = answer;
      setState((state) => ({ ...state, claims: [...claims], warnings: [...warnings], settledTo, shouldInterrupt }));
    },
  });
  return { detector, answer, finished: false };
}
