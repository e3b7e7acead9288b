// The words of <answer-check>, by the page's language. What is said of a claim comes from the engine, in the answer's.

const EN = {
  status: { supported: 'supported', contradicted: 'contradicted', unsupported: 'not in the sources', unverifiable: 'could not be checked', found: 'not judged yet' },
  verdict: {
    clean: 'Every value holds.',
    flagged: 'Not every value holds.',
    unverified: 'Not checked: there was nothing to check, or nothing to check it against.',
    error: 'The check failed; the answer was not checked.',
  },
  risk: { low: 'Low risk.', medium: 'Medium risk.', high: 'High risk.', critical: 'Critical risk.' },
  counted: (all, held) => `${held} of ${all} values hold.`,
  writing: 'Checking while the answer is written.',
  interrupt: 'Warning: this answer contradicts its sources.',
  failed: (message) => `The answer was not checked: ${message}.`,
  nearest: (value) => `The sources say ${value}.`,
};

const HE = {
  status: { supported: 'נתמך', contradicted: 'נסתר', unsupported: 'לא נמצא במקורות', unverifiable: 'לא ניתן לבדיקה', found: 'טרם נבדק' },
  verdict: {
    clean: 'כל הערכים מתאימים למקורות.',
    flagged: 'לא כל הערכים מתאימים למקורות.',
    unverified: 'לא נבדק: לא היה מה לבדוק, או שלא היה מול מה.',
    error: 'הבדיקה נכשלה; התשובה לא נבדקה.',
  },
  risk: { low: 'סיכון נמוך.', medium: 'סיכון בינוני.', high: 'סיכון גבוה.', critical: 'סיכון קריטי.' },
  counted: (all, held) => `${held} מתוך ${all} ערכים מתאימים.`,
  writing: 'נבדק תוך כדי כתיבה.',
  interrupt: 'אזהרה: התשובה סותרת את מקורותיה.',
  failed: (message) => `התשובה לא נבדקה: ${message}.`,
  nearest: (value) => `במקורות כתוב ${value}.`,
};

/** The words for a language tag; English where there are none. */
export const wordsFor = (language) => (/^(he|iw)\b/i.test(language) ? HE : EN);

/** How a claim stands: by its status, or `found` where that is still to come. */
export const standing = ({ status, reasons }) => (reasons.some(({ code }) => code === 'not_yet_judged') ? 'found' : status);

/** Behind each claim: never colour alone. */
export const SIGNS = { supported: '✓', contradicted: '✕', unsupported: '?', unverifiable: '–', found: '…' };
