// An answer cut at its claims, for whoever draws it.

/**
 * The answer in pieces, in order: each a text and the claim that it is, or null. Together they are the answer. Claims that a growing
 * answer does not reach yet are left out.
 */
export function segments(text, claims) {
  const pieces = [];
  let end = 0;
  for (const claim of claims) {
    const { start, end: until } = claim.utf16;
    if (start < end || until > text.length) continue;
    if (start > end) pieces.push({ text: text.slice(end, start), claim: null });
    pieces.push({ text: text.slice(start, until), claim });
    end = until;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), claim: null });
  return pieces;
}
