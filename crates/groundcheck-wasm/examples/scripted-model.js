// A model that needs no network: it says one answer, word by word, as fast as a model writes.

/** What the answer should rest on. */
export const sources = [
  {
    id: 'S0',
    title: 'Birch House, quarterly report',
    text: 'Birch House, Q3 2024. Net operating income (NOI) was $1,200,000. Occupancy was 92%. The DSCR stood at 1.25x.',
    kind: 'file_content',
  },
];

const ANSWER =
  'The NOI of Birch House was $1.5M in Q3 2024, with a DSCR of 1.25x. Occupancy was 92% throughout the quarter. ' +
  'Experts agree that rents will rise by 14% next year, which nobody has written down anywhere in the report.';

/** The answer as a stream of words, whatever is asked. */
export function scriptedAnswer({ pause = 20 } = {}) {
  const words = ANSWER.match(/\S+\s*/g);
  return new ReadableStream({
    async pull(controller) {
      const word = words.shift();
      if (word === undefined) return controller.close();
      await new Promise((done) => setTimeout(done, pause));
      controller.enqueue(word);
    },
  });
}
