// What a server tells while it has an answer verified: five sentences, each decided for another reason.

export const ANSWER =
  'Harbour View closed Q3 2024 with a net operating income of $1.5M [S1]. Occupancy stood at 94% at the end of the quarter [S1]. ' +
  'The loan matures on December 1, 2027 [S1]. The tenants are satisfied with the management. Rents rose by 3% over the year [S2].';
export const SOURCES = [
  { text: 'The NOI for the property was $1,200,000 in Q3 2024. Occupancy at quarter end was 94%. The senior loan matures on December 1, 2028.' },
  { text: 'Rents in the building rose over the year.' },
];

export const ANSWER_HEBREW =
  'ההכנסה התפעולית של קניון הגליל הסתכמה ב־48.5 מיליון ₪ [S1]. שיעור התפוסה בקניון עמד על 97% [S1]. שווי הנכס הוערך ב־712 מיליון ₪ [S1]. ' +
  'השוכרים מרוצים מאוד מהניהול השוטף. דמי השכירות עלו ב־3% במהלך השנה [S2].';
export const SOURCES_HEBREW = [
  { text: 'ה־NOI של קניון הגליל היה 44.1 מיליון ₪. שיעור התפוסה 97%. שווי הנכס 712 מיליון ₪.' },
  { text: 'דמי השכירות עלו במהלך השנה.' },
];

export const PROVIDERS = {
  providers: [
    { name: 'house', kind: 'vllm', model: 'qwen3-8b', models: ['qwen3-8b', 'llama3.1-70b'], ready: true, logprobs: [{ model: 'qwen3-8b', logprobs: 'given' }] },
    { name: 'openai', kind: 'openai', model: 'gpt-4o-mini', models: ['gpt-4o-mini'], ready: false, logprobs: [] },
  ],
};

const probability = (lower, upper = lower, votes = null) => ({
  lower,
  upper,
  source: votes ? 'sampled_votes' : 'logprobs',
  yes_votes: votes?.[0] ?? null,
  votes: votes?.[1] ?? null,
});

const budget = (required, observed, required_max = required, observed_max = observed) => {
  const bits = { required_min: required, required_max, observed_min: observed, observed_max, budget_gap_min: required - observed_max, budget_gap_max: required_max - observed };
  return Object.fromEntries(Object.entries(bits).flatMap(([name, value]) => [[`${name}_nats`, value * Math.LN2], [`${name}_bits`, value]]));
};

/** Why each sentence is decided as it is. */
const DECISIONS = [
  { status: 'contradicted', reason: 'contradicted', prior: probability(0.31), posterior: probability(0.04), budget: budget(1.31, 0.33), warning: ['The sources say otherwise.', 'המקורות אומרים אחרת.'], confidence: 0.04 },
  { status: 'supported', reason: 'entailed', prior: probability(0.12), posterior: probability(0.97), budget: budget(2.65, 2.78), warning: null, confidence: 1 },
  { status: 'unverifiable', reason: 'undecided', prior: probability(0.1, 0.35), posterior: probability(0.55, 0.93), budget: budget(1.1, 0.2, 2.9, 2.6), warning: ['It could not be decided whether the sources say so.', 'לא ניתן היה להכריע אם המקורות תומכים בכך.'], confidence: 0.3, prior_contaminated: true },
  { status: 'unverifiable', reason: 'verifier_failed', prior: null, posterior: null, budget: null, warning: ['Not verified: the verifier did not answer.', 'לא נבדק: הבודק לא השיב.'], confidence: 0 },
  { status: 'unsupported', reason: 'too_little_information', prior: probability(0.62), posterior: probability(0.71), budget: budget(0.52, 0.03), warning: ['The sources support this only in part.', 'המקורות תומכים בכך רק באופן חלקי.'], confidence: 0.4 },
];

/** The sentences of an answer with their citations, as the engine finds them in these two answers. */
function sentences(answer) {
  return answer.split(/(?<=\.) /).map((sentence, i, all) => {
    const start = all.slice(0, i).reduce((sum, before) => sum + before.length + 1, 0);
    const bytes = (text) => new TextEncoder().encode(text).length;
    const span = { start: bytes(answer.slice(0, start)), end: bytes(answer.slice(0, start + sentence.length)) };
    const citing = [...sentence.matchAll(/\[(\w+)\]/g)].map(([, id]) => id);
    return { id: `s${i + 1}`, text: sentence.replace(/ ?\[\w+\]/g, '').replace(/\.$/, ''), span, utf16: { start, end: start + sentence.length }, citing };
  });
}

export function planOf(answer, more = {}) {
  const claims = sentences(answer);
  return {
    provider: 'house', model: 'qwen3-8b', logprobs: 'given', method: 'directional', claims, unchecked_claims: 0, calls: 2 * claims.length, known: 0,
    estimated_tokens: 3120, estimated_cost_usd: 0.00094, deadline_seconds: 60, ...more,
  };
}

const usage = (settled) => ({ calls: 2 * settled, known: 0, prompt_tokens: 310 * settled, completion_tokens: 2 * settled, uncounted: 0, cost_usd: 0.000094 * 2 * settled });

/** The sentences as they settle, in the order of the answer; `reason` overrules all of them. */
export function claimsOf(answer, { reason = null, hebrew = false } = {}) {
  return sentences(answer).map((sentence, i) => {
    const { prior, posterior, warning, ...rest } = reason ? { ...DECISIONS[3], reason } : DECISIONS[i];
    const claim = {
      ...sentence, p1: posterior?.lower ?? null, p0: prior?.upper ?? null, grounded: rest.reason === 'entailed', warning: warning?.[hebrew ? 1 : 0] ?? null,
      prior_contaminated: false, ...rest, posterior, prior,
    };
    return { claim, settled: i + 1, usage: usage(i + 1) };
  });
}

export function doneOf(answer, claims, { errors = [], hebrew = false } = {}) {
  const all = claims.map(({ claim }) => claim);
  const grounded = all.filter((claim) => claim.grounded).length;
  const failed = all.filter((claim) => ['verifier_failed', 'over_budget', 'out_of_time', 'no_logprobs'].includes(claim.reason)).length;
  const warning = hebrew ? `שים לב: ${all.length - grounded} טענות בתשובה לא נתמכות במלואן על ידי המקורות.` : `Note: ${all.length - grounded} claims in this answer are not fully supported by the sources.`;
  return {
    success: failed < all.length, response: answer, sources: [],
    hallucination_check: {
      overall_grounded: grounded / all.length >= 0.7, grounded_claims: grounded, total_claims: all.length, grounding_ratio: grounded / all.length, claims: all,
      method: 'directional', unchecked_claims: 0, findings: [],
    },
    warning,
    verifier: { provider: 'house', model: 'qwen3-8b', logprobs: 'given', not_verified_claims: failed, errors, usage: usage(all.length), elapsed_ms: 2340 },
  };
}

export const TIMED_OUT = { code: 'provider_failed', field: null, line: null, message: 'provider "house" did not answer in 20 s' };
