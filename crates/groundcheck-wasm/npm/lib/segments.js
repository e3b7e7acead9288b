// An answer cut at its claims, for whoever draws it.

/**
 * The answer in pieces, in order: each a text and the claim that it is, or null. Together they are the answer. Claims that a growing
 * answer does not reach yet are left out.
 */
export function segments(text, claims) {
  const pieces = [];
  let end = 0;
  for (const [at, claim] of claims.entries()) {
    const { start, end: until } = claim.utf16;
    if (hidesWorse(claims, at)) continue;
    if (start < end || until > text.length) continue;
    if (start > end) pieces.push({ text: text.slice(end, start), claim: null });
    pieces.push({ text: text.slice(start, until), claim });
    end = until;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), claim: null });
  return pieces;
}

/** Whether a claim holds one that is worse: a wrong number in a quotation is what a reader has to see. */
function hidesWorse(claims, at) {
  const outer = claims[at];
  for (let inner = at + 1; inner < claims.length && claims[inner].utf16.start < outer.utf16.end; inner += 1) {
    if (GRAVITY[claims[inner].status] > GRAVITY[outer.status]) return true;
  }
  return false;
}

const GRAVITY = { supported: 0, unverifiable: 1, unsupported: 2, contradicted: 2 };
