// The words of <answer-check>, by the page's language. What is said of a claim comes from the engine, in the answer's.

const EN = {
  status: { supported: 'supported', contradicted: 'contradicted', unsupported: 'not in the sources', unverifiable: 'could not be checked', open: 'to check', found: 'not judged yet' },
  verdict: {
    clean: 'Everything checked is supported.',
    flagged: 'Some of this is not supported.',
    open: 'Some of this could not be decided: check it.',
    unverified: 'Not checked: there was nothing to check, or nothing to check it against.',
    error: 'The check failed; the answer was not checked.',
  },
  risk: { low: 'Low risk.', medium: 'Medium risk.', high: 'High risk.', critical: 'Critical risk.' },
  counted: (all, held) => `${held} of ${all} claims are supported.`,
  covered: ({ checked, partly, sentences }) =>
    `${checked} of ${sentences.length} ${sentences.length === 1 ? 'sentence' : 'sentences'} checked${partly > 0 ? `, ${partly} partly` : ''}.`,
  writing: 'Checking while the answer is written.',
  interrupt: 'Warning: this answer contradicts its sources.',
  failed: (message) => `The answer was not checked: ${message}.`,
  nearest: (value) => `The sources say ${value}.`,
  places: 'Places to look at:',
};

const HE = {
  status: { supported: 'נתמך', contradicted: 'סותר את המקורות', unsupported: 'לא נמצא במקורות', unverifiable: 'לא ניתן לבדיקה', open: 'לבדיקה', found: 'טרם נבדק' },
  verdict: {
    clean: 'כל מה שנבדק מתאים למקורות.',
    flagged: 'לא כל מה שנבדק מתאים למקורות.',
    open: 'לא ניתן היה להכריע לגבי חלק מהתשובה: כדאי לבדוק.',
    unverified: 'לא נבדק: לא היה מה לבדוק, או שלא היה מול מה.',
    error: 'הבדיקה נכשלה; התשובה לא נבדקה.',
  },
  risk: { low: 'סיכון נמוך.', medium: 'סיכון בינוני.', high: 'סיכון גבוה.', critical: 'סיכון קריטי.' },
  counted: (all, held) => `${held} מתוך ${all} טענות מתאימות.`,
  covered: ({ checked, partly, sentences }) =>
    `${checked} מתוך ${sentences.length} משפטים נבדקו${partly > 0 ? `, ${partly} חלקית` : ''}.`,
  writing: 'נבדק תוך כדי כתיבה.',
  interrupt: 'אזהרה: התשובה סותרת את מקורותיה.',
  failed: (message) => `התשובה לא נבדקה: ${message}.`,
  nearest: (value) => `במקורות כתוב ${value}.`,
  places: 'מקומות לבדיקה:',
};

/** The words for a language tag; English where there are none. */
export const wordsFor = (language) => (/^(he|iw)\b/i.test(language) ? HE : EN);

/** Reasons for which a claim is left to the reader: the sources neither confirm nor contradict it. */
const OPEN = ['undecided', 'value_only', 'not_recomputed'];

/** How a claim stands: by its status, `open` where the reader should check it, or `found` where its status is still to come. */
export const standing = ({ status, reasons }) => {
  const has = (codes) => reasons.some(({ code }) => codes.includes(code));
  if (has(['not_yet_judged'])) return 'found';
  return status === 'unverifiable' && has(OPEN) ? 'open' : status;
};

/** The places to look at for an open claim, a line each: the text or the formula, behind the id of its source. */
export const places = (claim) => {
  const line = ({ evidence, formula }) => {
    const ids = [...new Set(evidence.map(({ source }) => source).filter((id) => id !== null))];
    const text = formula ?? evidence[0]?.text ?? '';
    return ids.length > 0 ? `${ids.join(', ')}: ${text}` : text;
  };
  return standing(claim) === 'open' ? (claim.candidates ?? []).map(line).filter((text) => text !== '') : [];
};

/** Behind each claim: never colour alone. */
export const SIGNS = { supported: '✓', contradicted: '✕', unsupported: '?', unverifiable: '–', open: '○', found: '…' };
