// Numbers that are the same on every run.

/** mulberry32: numbers from 0 up to 1. */
export function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A text in pieces of up to `longest` code units, cut anywhere, even inside a character. */
export function pieces(text, next, longest) {
  const cut = [];
  for (let at = 0; at < text.length; ) {
    const until = at + 1 + Math.floor(next() * longest);
    cut.push(text.slice(at, until));
    at = until;
  }
  return cut;
}
