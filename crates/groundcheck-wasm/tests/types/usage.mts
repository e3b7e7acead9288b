// Compiled, never run: what TypeScript must accept of the package, and what it must refuse.

import { analyze, analyzeJson, corrected, Detector, GroundcheckError, init, schemaVersion, version } from 'groundcheck';
import { grounding, init as initEntailment, questions, vote } from 'groundcheck/entailment';
import type { EntailmentAnswer, EntailmentRequest, GroundedAnswer } from 'groundcheck/entailment';
import { init as initRecords, validateRecord } from 'groundcheck/records';
import type { RecordProfile, RecordReport, RecordRequest } from 'groundcheck/records';
import type { Claim, ErrorCode, Facts, Report, Request, Status } from 'groundcheck';

await init();
await init({ module: new URL('https://example.org/groundcheck_bg.wasm') });
await init({ module: fetch('/groundcheck_bg.wasm') });
await init({ module: new Uint8Array(8) });

const facts: Facts = [{ metric: 'noi', value: 1_200_000, entity: 1 }, { property_id: 1, dscr: 1.25, cap_rate: null }];
const request: Request = { answer: 'NOI: $1.5M', sources: [{ id: 'S0', text: '', kind: 'file_content' }], facts, policy: { auto_flag: false } };
const report: Report = analyze(request);
const text: string = analyzeJson(JSON.stringify(request)) + corrected(request).answer + version();
const schema: number = schemaVersion();

for (const claim of report.claims) {
  const marked: string = request.answer.slice(claim.utf16.start, claim.utf16.end);
  const nearest: string | undefined = claim.nearest?.text;
  console.log(marked, nearest, said(claim), text, schema);
}

function said(claim: Claim): string {
  switch (claim.status) {
    case 'supported':
    case 'contradicted':
    case 'unsupported':
    case 'unverifiable':
      return claim.status;
    default: {
      const none: never = claim.status;
      return none;
    }
  }
}

{
  using detector = new Detector({ sources: request.sources, facts: 'metric,value\nnoi,1', locale: 'he' });
  const again: Report = detector.analyze({ answer: 'NOI: $1.5M', id: 'r1' });
  console.log(again.summary.hallucination_rate?.toFixed(2));
  // @ts-expect-error a detector has its sources already
  detector.analyze({ answer: '', sources: [] });
}

try {
  analyze(request);
} catch (error) {
  if (error instanceof GroundcheckError) {
    const code: ErrorCode | 'not_ready' | 'aborted' = error.code;
    const place: string = `${error.field ?? ''}${error.line?.toString() ?? ''}`;
    console.log(code, place, error.message);
  }
}

// @ts-expect-error an answer there must be
analyze({});
// @ts-expect-error no such field
analyze({ answer: '', surces: [] });
// @ts-expect-error no such setting
new Detector({ policy: { currency_tolerance: 1 } });
// @ts-expect-error text, not objects
analyzeJson(request);
// @ts-expect-error no such status
const status: Status = 'clean';
// @ts-expect-error every field of a report is there, though it may be null
const claim: Claim = { id: 'c1', status };
// @ts-expect-error thrown by the package only
new GroundcheckError();
console.log(claim);

{
  await initRecords();
  const profile: RecordProfile = { name: 'lease', fields: [{ name: 'floor', kind: 'count', max: 40 }] };
  const request: RecordRequest = { profile, record: { floor: 3 }, document: { pages: ['x'] }, as_of: '2024-12-01', schema: { type: 'object' } };
  const report: RecordReport = validateRecord({ ...request, policy: { max_future_years: 2 }, profile: 'invoice' });
  const instead: string | undefined = report.rejection?.fallback;
  console.log(instead, report.summary.by_type.fabricated_bank.toFixed(0), report.alerts[0]?.page?.toFixed(0));
  // @ts-expect-error no day: what is in the future depends on it
  validateRecord({ profile, record: {}, document: { text: '' } });
}

{
  await initEntailment();
  const request: EntailmentRequest = { answer: 'The tower has nine floors [S0].', sources: [{ id: 'S0', text: 'x' }], policy: { max_claims: 3 } };
  const { questions: asked, claims, unchecked_claims } = questions(request, { nonce: '4f2a90c1d7b35e68' });
  const answers: EntailmentAnswer[] = asked.map(({ claim, question, system, user, max_tokens, top_logprobs }) => {
    const [texts, numbers]: [string, number] = [system + user, max_tokens + top_logprobs];
    console.log(texts, numbers);
    return { claim, question, logprobs: [{ token: 'YES', logprob: -0.1, top: [{ token: 'YES', logprob: -0.1 }] }] };
  });
  answers.push({ claim: 's1', question: 'prior', votes: { yes: 7, votes: 8 } }, { claim: 's2', question: 'prior', failed: true });
  const answer: GroundedAnswer = grounding(request, answers, { method: 'directional' });
  const said: boolean | null = vote('YES');
  console.log(said, claims[0]?.utf16.start, unchecked_claims.toFixed(0), answer.hallucination_check.claims[0]?.posterior?.lower.toFixed(2));
  // @ts-expect-error no such question
  grounding(request, [{ claim: 's1', question: 'both', failed: true }]);
  // @ts-expect-error no such method
  grounding(request, answers, { method: 'guess' });
}
