// Generated from crates/groundcheck-types/contract.schema.json by scripts/contract-types.mjs. Do not edit.

/**
 * What to do with a flagged answer, by its risk.
 */
export type Action = 'none' | 'annotate' | 'rephrase' | 'interrupt' | 'discard';

/**
 * How many alerts there are of each type.
 */
export interface AlertCounts {
  /**
   * Parts that cover the same pages.
   */
  duplicate_boundaries: number;
  /**
   * Names that nobody knows.
   */
  fabricated_bank: number;
  /**
   * Dates that cannot be.
   */
  impossible_dates: number;
  /**
   * Fields that contradict each other.
   */
  inconsistent_data: number;
  /**
   * Ranges that no document has.
   */
  invalid_page_range: number;
  /**
   * Records of documents that say nothing.
   */
  missing_content: number;
  /**
   * Account numbers that no bank gives.
   */
  nonsensical_account: number;
  /**
   * More parts than the document can hold.
   */
  phantom_statement: number;
}

/**
 * The eight kinds of alerts (document 3, "Hallucination Types").
 */
export type AlertType =
  | 'phantom_statement'
  | 'fabricated_bank'
  | 'invalid_page_range'
  | 'impossible_dates'
  | 'nonsensical_account'
  | 'duplicate_boundaries'
  | 'missing_content'
  | 'inconsistent_data';

/**
 * One thing to do instead, in words.
 */
export interface Alternative {
  /**
   * What to do.
   */
  action: AlternativeAction;
  /**
   * The same for people, in the question's language.
   */
  text: string;
}

/**
 * What to do where something is not known.
 */
export type AlternativeAction = 'ask_user' | 'add_source' | 'answer_for_known' | 'look_up' | 'state_limitation';

/**
 * A token of a model's answer.
 */
export interface AnswerLogprobs {
  /**
   * The natural logarithm of its probability: for providers whose lists may leave out what was chosen.
   */
  logprob?: number | null;
  /**
   * What the model chose.
   */
  token: string;
  /**
   * The likeliest tokens at this place, as the provider lists them.
   */
  top: TopLogprob[];
}

/**
 * What an answer names.
 */
export interface AnswerMention {
  /**
   * How sure the model says it is, 0 to 1; null where it does not say so in a number.
   */
  confidence?: number | null;
  /**
   * Its name.
   */
  name: string;
  /**
   * Its place, from 1: as the model says, else as it stands in the list.
   */
  rank: number;
  /**
   * What the model says it knows that from.
   */
  sources: AnswerSource[];
  /**
   * Why it is named.
   */
  why?: string | null;
}

/**
 * A source as the model gives it.
 */
export interface AnswerSource {
  /**
   * What it says.
   */
  description?: string | null;
  /**
   * Its title.
   */
  title?: string | null;
  /**
   * Its address, which may be anything, also nothing.
   */
  url: string;
}

/**
 * Sampled answers, counted, where an endpoint gives no log probabilities.
 */
export interface AnswerVotes {
  /**
   * How many there were, with those that said neither YES nor NO. None at all says nothing.
   */
  votes: number;
  /**
   * How many said YES.
   */
  yes: number;
}

/**
 * What a claim rests on.
 */
export interface Attribution {
  /**
   * The claim's id in its report.
   */
  claim: string;
  /**
   * The kind's base confidence times the evidence's quality, 0 to 1, four decimals; 0 where there is no source.
   */
  confidence: number;
  /**
   * The fact's place in the list of facts, or null.
   */
  fact: number | null;
  /**
   * Whether the confidence is under the policy's `flag_below_confidence`.
   */
  flagged: boolean;
  /**
   * Where the source's content comes from; null where there is no source.
   */
  kind: SourceKind | null;
  /**
   * The source's id, or what the claim cites where nobody knows it; null for a fact and where there is nothing.
   */
  source: string | null;
  /**
   * Whether it can be traced.
   */
  state: AttributionState;
}

/**
 * Whether a claim can be traced to its source.
 */
export type AttributionState = 'attributed' | 'unattributed_claim' | 'unverifiable_source';

/**
 * A row of the audit: who changed what. Rows are only ever added, and each holds the digest of the one before.
 */
export interface AuditEvent {
  /**
   * What was done: `review.change`.
   */
  action: string;
  /**
   * Who: the command, or the token's name.
   */
  actor: string;
  /**
   * To how much of it.
   */
  amount: number;
  /**
   * What changed, as JSON of names and words of the contract; no text of an answer, a note or a record. Empty where there is
   * nothing to say.
   */
  detail: string;
  /**
   * SHA-256 over this row and the digest of the one before, as lower-case hexadecimal digits.
   */
  digest: string;
  /**
   * When: RFC 3339, UTC, to the millisecond.
   */
  happened_at: string;
  /**
   * Its number, from 1 without gaps.
   */
  number: number;
  /**
   * To what: `review 7`.
   */
  subject: string;
}

/**
 * A page of the audit, latest first.
 */
export interface AuditPage {
  /**
   * The rows.
   */
  events: AuditEvent[];
  /**
   * What `before` must say for the next page; null on the last one.
   */
  next: number | null;
}

/**
 * What `groundcheck audit verify` found.
 */
export interface AuditVerification {
  /**
   * The number of the first row that does not hold; null where all do.
   */
  broken: number | null;
  /**
   * What is wrong with it.
   */
  error: InputError | null;
  /**
   * The digest of the last row that holds: kept elsewhere, it shows later that nothing before it was changed.
   */
  head: string;
  /**
   * How many rows hold.
   */
  rows: number;
}

/**
 * The same change of many items: `POST /api/reviews/bulk`. Each changes, or not, by itself.
 */
export interface BulkChange {
  /**
   * Who takes care of them; an empty text: nobody.
   */
  assignee?: string | null;
  /**
   * Which.
   */
  items: BulkTarget[];
  /**
   * What the reviewer notes.
   */
  note?: string | null;
  /**
   * Where they stand now.
   */
  status?: ReviewStatus | null;
}

/**
 * What became of an item of a bulk change.
 */
export type BulkOutcome = 'changed' | 'conflict' | 'missing';

/**
 * An item of a bulk change afterwards.
 */
export interface BulkRow {
  /**
   * Its id.
   */
  id: number;
  /**
   * What became of it.
   */
  outcome: BulkOutcome;
  /**
   * Its version now; null where there is no such item.
   */
  version: number | null;
}

/**
 * An item of a bulk change, with the version that somebody saw.
 */
export interface BulkTarget {
  /**
   * Its id.
   */
  id: number;
  /**
   * Its version.
   */
  version: number;
}

/**
 * A value that a claim may be about: printed in a source, or computed.
 */
export interface Candidate {
  /**
   * Where it stands; for a computed value, where its operands do. Empty where these are the answer's own.
   */
  evidence: Evidence[];
  /**
   * How it is computed: `(1,496.5 − 1,202.9) / 1,202.9 × 100 = 24.4 %`; null where it is printed.
   */
  formula: string | null;
  /**
   * Its share among everything that the claim may be about, 0 to 1, by the claim's words alone.
   */
  share: number;
  /**
   * What it is, in base units.
   */
  value: ClaimValue;
}

/**
 * What the kept reports of checks add up to: `GET /api/reports/checks`.
 */
export interface CheckReport {
  /**
   * By day (UTC), the oldest first; days without checks are left out.
   */
  days: CheckRow[];
  /**
   * Which checks it is about; a check has no `query`.
   */
  filter: ReportFilter;
  /**
   * Whether the server keeps the reports of checks now: `groundcheck serve --keep-analyses`.
   */
  keeps: boolean;
  /**
   * By provider and model, the one with most answers first, at most a hundred.
   */
  models: CheckRow[];
  /**
   * The version of this contract.
   */
  schema_version: number;
  /**
   * All of them together.
   */
  total: CheckRow;
}

/**
 * The checks of a group of answers. Each answer is counted as it was checked last.
 */
export interface CheckRow {
  /**
   * Answers.
   */
  answers: number;
  /**
   * The share of sentences that were checked, 0 to 1, four decimals; null where no report counts sentences.
   */
  checked_share?: number | null;
  /**
   * Those with verdict `clean`.
   */
  clean: number;
  /**
   * Contradicted claims.
   */
  contradicted: number;
  /**
   * Those with verdict `flagged`.
   */
  flagged: number;
  /**
   * The model, where the request named one.
   */
  model?: string | null;
  /**
   * The day (`YYYY-MM-DD`) or the provider; null where the request named none, and for all together.
   */
  name?: string | null;
  /**
   * Claims that the evidence left open, with places to check.
   */
  open: number;
  /**
   * The share of claims that are open, 0 to 1, four decimals; null where there are no claims.
   */
  open_share?: number | null;
  /**
   * Sentences of the answers of which all that they claim was checked.
   */
  sentences_checked: number;
  /**
   * Sentences that no check covers.
   */
  sentences_not_checked: number;
  /**
   * Sentences that were checked in part.
   */
  sentences_partly: number;
  /**
   * Supported claims.
   */
  supported: number;
  /**
   * Unsupported claims.
   */
  unsupported: number;
  /**
   * Claims that could not be checked at all.
   */
  unverifiable: number;
  /**
   * Those with any other verdict.
   */
  unverified: number;
}

/**
 * What a value was compared with.
 */
export type CheckedAgainst = 'document' | 'record' | 'known_names' | 'calendar' | 'profile';

/**
 * A source of a mention, and what is known of its link.
 */
export interface CitedSource {
  /**
   * When it was checked: RFC 3339, UTC, to the second.
   */
  checked_at?: string | null;
  /**
   * Whether the address is an http or https URL that may be asked.
   */
  is_valid?: boolean | null;
  /**
   * Why it has that state.
   */
  reason?: UrlReason | null;
  /**
   * Whether it is there; null where nobody has checked it.
   */
  state?: UrlState | null;
  /**
   * The last status, null where there was none.
   */
  status_code?: number | null;
  /**
   * Its title.
   */
  title?: string | null;
  /**
   * Its address as the model gave it, which may be anything: never make a link of it without looking at `is_valid`.
   */
  url: string;
}

/**
 * One atomic statement of the answer, where it stands and what the evidence says of it.
 */
export interface Claim {
  /**
   * What it may be about, the likeliest first, three at most: the places to look at where it is open.
   */
  candidates: Candidate[];
  /**
   * The ids in citation markers (`[S0]`) that stand with the claim.
   */
  citations: string[];
  /**
   * How the answer hedges the value; null where it does not.
   */
  comparator: Comparator | null;
  /**
   * How far the status can be relied on, 0 to 1: 1.0 for a fact, 0.8 for a document (document 2), 0 where nothing was found.
   */
  confidence: number;
  /**
   * How the value follows from the sources, where it is not printed there: `(1,496.5 − 1,202.9) / 1,202.9 = 24.4 %`.
   */
  derivation: string | null;
  /**
   * What it rests on, or what speaks against it.
   */
  evidence: Evidence[];
  /**
   * `c1`, `c2` … in the order of the answer; of names `n1`, `n2` ….
   */
  id: string;
  /**
   * What it states.
   */
  kind: ClaimKind;
  /**
   * What the evidence says instead, where something comes near.
   */
  nearest: Nearest | null;
  /**
   * How likely it is that the claim is right, 0 to 1; null where it was not decided by candidates.
   */
  probability: number | null;
  /**
   * Why it has this status.
   */
  reasons: Reason[];
  /**
   * Where it stands, in UTF-8 bytes.
   */
  span: Span;
  /**
   * What the evidence says.
   */
  status: Status;
  /**
   * Exactly as it stands in the answer.
   */
  text: string;
  /**
   * ISO 4217 code for currency, `%` for percentages, else null.
   */
  unit: string | null;
  /**
   * Where it stands, in UTF-16 code units.
   */
  utf16: Utf16Span;
  /**
   * What it states, in base units; null where it states no number and no time.
   */
  value: ClaimValue | null;
}

/**
 * Claims over all answers, and their hallucination rate against its target (document 2, "Accuracy").
 */
export interface ClaimCounts {
  /**
   * `unverified / (verified + unverified)`, 0 to 1; null where no claim was decided.
   */
  hallucination_rate: number | null;
  /**
   * Whether the rate is not over its target; null where there is no rate.
   */
  meets_target: boolean | null;
  /**
   * The policy's `target_rate`.
   */
  target_rate: number;
  /**
   * All claims found.
   */
  total: number;
  /**
   * Those that nothing given could decide; no part of the rate.
   */
  unverifiable: number;
  /**
   * Contradicted and unsupported ones.
   */
  unverified: number;
  /**
   * Supported ones.
   */
  verified: number;
}

/**
 * What a reviewer says of one claim of an answer.
 */
export interface ClaimDecision {
  /**
   * The claim's id in the report: `c1`.
   */
  claim: string;
  /**
   * What should have stood there.
   */
  corrected_value?: string | null;
  /**
   * Why.
   */
  note?: string | null;
  /**
   * What the evidence says of it.
   */
  status: Status;
}

/**
 * What a claim states.
 */
export type ClaimKind =
  | 'currency'
  | 'percentage'
  | 'date'
  | 'ratio'
  | 'number'
  | 'statement'
  | 'time'
  | 'quotation'
  | 'identifier'
  | 'link'
  | 'citation'
  | 'name';

/**
 * The value that a claim states, in base units.
 *
 * A number: 1200000 for `$1.2M`, 85 for `85 %`, 0.5 for `50 basis points`, 1.25 for `1.25x`.
 * A date: `2024-12-01`, `2024-12`, `2024-Q3`, `2024-H1`, `FY2024` or `2024`; `--12-01` for a day without its year.
 */
export type ClaimValue = number | string;

/**
 * Whether an answer is consistent with the conversation and with itself.
 */
export interface CoherenceCheck {
  /**
   * Whether nothing contradicts anything.
   */
  coherent: boolean;
  /**
   * What does, in the order of the answer.
   */
  contradictions: Contradiction[];
}

/**
 * What to ask, and whom: one of the server's own providers, by name.
 */
export interface CollectRequest {
  /**
   * The model; the provider's default where it has one.
   */
  model?: string | null;
  /**
   * How many mentions to ask for, at most 100.
   */
  n?: number;
  /**
   * The provider's name, one of `GET /api/providers`.
   */
  provider: string;
  /**
   * The question, as a person would put it.
   */
  query: string;
  /**
   * Whether to ask for sources too.
   */
  with_sources?: boolean;
}

/**
 * What a provider answered, and where it is stored.
 */
export interface CollectedAnswer {
  /**
   * When: RFC 3339, UTC, to the second.
   */
  asked_at: string;
  /**
   * What came out.
   */
  completion_tokens?: number | null;
  /**
   * What it cost, in US dollars, by the prices of the provider's entry; null where they or the tokens are not known.
   */
  cost_usd?: number | null;
  /**
   * What it names, in the answer's order.
   */
  mentions: AnswerMention[];
  /**
   * Which of the provider's models was asked.
   */
  model: string;
  /**
   * What was left out, and why.
   */
  notes: string[];
  /**
   * Whether something of the answer is missing: it was cut off, or parts of it could not be read. `notes` say which.
   */
  partial: boolean;
  /**
   * What went in, in the provider's tokens; null where the provider does not say.
   */
  prompt_tokens?: number | null;
  /**
   * Who answered.
   */
  provider: string;
  /**
   * What was asked.
   */
  query: string;
  /**
   * Its id in the store.
   */
  response_id: number;
  /**
   * How often the provider was asked until it answered.
   */
  tries: number;
}

/**
 * What a response names.
 */
export interface CollectedMention {
  /**
   * How sure the model says it is, 0 to 1.
   */
  confidence?: number | null;
  /**
   * Its name; `brand_name` is read too.
   */
  name: string;
  /**
   * Its place in the answer, from 1; its place in this list where it is not said. `rank_position` is read too.
   */
  rank?: number | null;
  /**
   * What the model says it knows that from.
   */
  sources?: CollectedSource[];
  /**
   * Why it is named; `explanation` is read too.
   */
  why?: string | null;
}

/**
 * One response of a provider to a query.
 */
export interface CollectedResponse {
  /**
   * When it was asked: RFC 3339, or a day (`2024-12-01`, UTC); the time of the import where it is not said.
   */
  asked_at?: string | null;
  /**
   * What came out.
   */
  completion_tokens?: number | null;
  /**
   * What it cost, in US dollars.
   */
  cost_usd?: number | null;
  /**
   * What the answer names, by rank.
   */
  mentions: CollectedMention[];
  /**
   * Which of the provider's models.
   */
  model: string;
  /**
   * What went in, in the provider's tokens.
   */
  prompt_tokens?: number | null;
  /**
   * Who answered.
   */
  provider: string;
  /**
   * What was asked.
   */
  query: string;
  /**
   * The answer as it came.
   */
  raw_response?: string | null;
}

/**
 * A source as the model gave it. With `status_code` or `is_accessible` its link counts as checked: by the status where there is one,
 * else as reachable where that is said, and as unknown where not. It is then not asked until somebody wants all asked anew.
 */
export interface CollectedSource {
  /**
   * When it was checked: as `asked_at`.
   */
  checked_at?: string | null;
  /**
   * What it says.
   */
  description?: string | null;
  /**
   * Whether it was found to be there. False says little: sites refuse robots.
   */
  is_accessible?: boolean | null;
  /**
   * Whether it was found to be a URL; groundcheck judges that itself.
   */
  is_valid?: boolean | null;
  /**
   * The last status that was received.
   */
  status_code?: number | null;
  /**
   * Its title.
   */
  title?: string | null;
  /**
   * Its address, which may be anything.
   */
  url: string;
}

/**
 * How the claim hedges its value: `about 5`, `at least 5`.
 */
export type Comparator = 'about' | 'at_least' | 'at_most' | 'more_than' | 'less_than';

/**
 * Verdicts on answers beside their labels. Positive is an answer that holds a hallucination.
 */
export interface Confusion {
  /**
   * Hallucinations that were not flagged.
   */
  false_negatives: number;
  /**
   * Good answers that were flagged.
   */
  false_positives: number;
  /**
   * Good answers that were not flagged.
   */
  true_negatives: number;
  /**
   * Hallucinations that were flagged.
   */
  true_positives: number;
}

/**
 * A rule about several fields of one record.
 */
export type ConsistencyRule =
  | {
      excludes: {
        /**
         * The first field.
         */
        field: string;
        /**
         * The other field.
         */
        other: string;
        /**
         * What must not stand there.
         */
        other_words: string[];
        /**
         * Its words: any of them, as whole words in any case.
         */
        words: string[];
      };
    }
  | {
      sum: {
        /**
         * The fields that are added; one with a `-` before it is subtracted, one that stands in a list is added up over its items. One
         * with a `?` behind it counts as nothing where it is not there; without another one nothing is judged.
         */
        of: string[];
        /**
         * How far off the sum may be, in the amount's own unit.
         */
        tolerance?: number;
        /**
         * The field with the sum.
         */
        total: string;
      };
    }
  | {
      order: {
        /**
         * The earlier date's field.
         */
        first: string;
        /**
         * The later date's field.
         */
        last: string;
      };
    };

/**
 * Two statements that cannot both be true.
 */
export interface Contradiction {
  /**
   * What the answer says.
   */
  claim: Stated;
  /**
   * How sure it is, 0 to 1.
   */
  confidence: number;
  /**
   * What was said before.
   */
  contradicts: Stated;
  /**
   * What it is, for people, in the answer's language.
   */
  description: string;
  /**
   * What they contradict each other in.
   */
  kind: ContradictionKind;
  /**
   * How much it weighs.
   */
  severity: Severity;
}

/**
 * What two statements contradict each other in.
 */
export type ContradictionKind = 'number' | 'date' | 'negation' | 'name' | 'definition';

/**
 * An answer with its wrong claims corrected. Every correction was checked again: it is supported, and no other claim became worse.
 */
export interface Corrected {
  /**
   * The answer with all corrections.
   */
  answer: string;
  /**
   * Each correction, in the order of the answer; empty where nothing can be corrected.
   */
  corrections: Correction[];
}

/**
 * What could be written in the place of one claim that the evidence contradicts.
 */
export interface Correction {
  /**
   * The claim's `id` in the report.
   */
  claim: string;
  /**
   * What to write instead, in the claim's own form: `$1.2M` stays in millions, `three` a word.
   */
  replacement: string;
  /**
   * Where the claim is in the answer, in UTF-8 bytes.
   */
  span: Span;
  /**
   * The claim as it is in the answer.
   */
  text: string;
  /**
   * Where the claim is in the answer, in UTF-16 code units.
   */
  utf16: Utf16Span;
}

/**
 * What of the answer was checked. Silence is no approval: a sentence without a decided claim is named here.
 */
export interface Coverage {
  /**
   * Sentences whose claims are all decided.
   */
  checked: number;
  /**
   * Sentences of which nothing is decided.
   */
  not_checked: number;
  /**
   * Names and years of the question that no source mentions, at most eight: what an answer says about them cannot rest on the sources.
   * Empty without a question or without text to look in; years are left out where facts are given.
   */
  not_in_sources: Gap[];
  /**
   * Sentences of which some is decided.
   */
  partly: number;
  /**
   * Every sentence, in the order of the answer.
   */
  sentences: SentenceCoverage[];
  /**
   * The share of the text in sentences that were checked, 0 to 1, four decimals: a sentence counts by its length, one that was partly
   * checked by the share of its claims that are decided. Null where the answer has no sentence.
   */
  share: number | null;
}

/**
 * The mentions of one day (UTC).
 */
export interface DayRow {
  /**
   * Their mean reliability, 0 to 1.
   */
  average_reliability: number;
  /**
   * When they were asked for, `YYYY-MM-DD`.
   */
  date: string;
  /**
   * How many mentions are scored.
   */
  mentions: number;
  /**
   * How many of each risk.
   */
  risk: RiskCounts;
}

/**
 * Shares of labelled claims and answers, 0 to 1; null where there is nothing to divide by. Flagged is contradicted or unsupported, open
 * is unverifiable or not found.
 */
export interface Decisions {
  /**
   * By how much stated probabilities and shares of right claims differ, over ten steps, weighed by their claims.
   */
  calibration_error: number | null;
  /**
   * Those of both that stay open.
   */
  open: number | null;
  /**
   * Wrong ones among the flagged.
   */
  precision: number | null;
  /**
   * Claims labelled supported.
   */
  right: number;
  /**
   * Flagged ones among the good answers.
   */
  right_answers_flagged: number | null;
  /**
   * Right ones that are called supported.
   */
  right_confirmed: number | null;
  /**
   * Flagged ones among the right.
   */
  right_flagged: number | null;
  /**
   * Claims labelled contradicted or unsupported.
   */
  wrong: number;
  /**
   * Flagged ones among the wrong.
   */
  wrong_flagged: number | null;
  /**
   * Wrong ones that are called supported.
   */
  wrong_supported: number | null;
}

/**
 * Where the answer should go.
 */
export type Disposition = 'accept' | 'review' | 'reject';

/**
 * One change from an answer to the text that goes out instead.
 */
export interface Edit {
  /**
   * What was done.
   */
  kind: EditKind;
  /**
   * What it stands for in the answer, in UTF-8 bytes; empty where something was only added.
   */
  span: Span;
  /**
   * What stands there now.
   */
  text: string;
}

/**
 * What was done to one place of an answer.
 */
export type EditKind = 'marked' | 'attributed' | 'rephrased' | 'reformulated' | 'discarded' | 'disclaimed';

/**
 * What came of one question: exactly one of `logprobs`, `votes` and `failed`.
 */
export interface EntailmentAnswer {
  /**
   * The id of the claim that was asked about.
   */
  claim: string;
  /**
   * Whether there was no answer. A question without any entry failed too.
   */
  failed?: boolean;
  /**
   * The answer's tokens, from its first one on; empty where the provider gave none.
   */
  logprobs?: AnswerLogprobs[] | null;
  /**
   * Which of the two questions about it.
   */
  question: QuestionKind;
  /**
   * Sampled answers instead.
   */
  votes?: AnswerVotes | null;
}

/**
 * What a model answered, and how it decides.
 */
export interface EntailmentAnswers {
  /**
   * In any order, at most one for each question; what is missing counts as failed.
   */
  answers: EntailmentAnswer[];
  /**
   * How posterior and prior become a decision.
   */
  method?: GroundingMethod;
}

/**
 * A question to put to a model, in a conversation of its own.
 */
export interface EntailmentQuestion {
  /**
   * The id of the claim that it is about.
   */
  claim: string;
  /**
   * How many tokens to let the model write, where it gives log probabilities.
   */
  max_tokens: number;
  /**
   * Which of the two about it.
   */
  question: QuestionKind;
  /**
   * The system message.
   */
  system: string;
  /**
   * How many alternatives of each token to ask for.
   */
  top_logprobs: number;
  /**
   * The user's message.
   */
  user: string;
}

/**
 * What is to be asked about an answer.
 */
export interface EntailmentQuestions {
  /**
   * The claims, in the order of the answer.
   */
  claims: PlannedClaim[];
  /**
   * Two questions a claim; none about a claim that speaks to the verifier, nor where no source says anything.
   */
  questions: EntailmentQuestion[];
  /**
   * How many claims are left out, for `max_claims`.
   */
  unchecked_claims: number;
}

/**
 * An answer to verify, and what it should rest on; the same for the questions and for the result.
 */
export interface EntailmentRequest {
  /**
   * The LLM's answer; not empty, at most 256 KiB.
   */
  answer: string;
  /**
   * The parts of the answer whose sentences are asked about, in bytes of UTF-8; all where absent. A report's `coverage` says which are
   * open.
   */
  places?: Span[] | null;
  /**
   * Thresholds that differ from the defaults.
   */
  policy?: VerifierPolicyOverrides | null;
  /**
   * The documents it should rest on.
   */
  sources?: Source[];
}

/**
 * What was wrong with an input, for programs. Stable once shipped.
 */
export type ErrorCode =
  | 'invalid_json'
  | 'invalid_utf8'
  | 'unknown_field'
  | 'missing_field'
  | 'invalid_value'
  | 'empty_answer'
  | 'answer_too_large'
  | 'request_too_large'
  | 'too_many'
  | 'duplicate_source_id'
  | 'invalid_csv'
  | 'invalid_setting'
  | 'unreadable_file'
  | 'timed_out'
  | 'storage_unavailable'
  | 'provider_refused'
  | 'provider_limited'
  | 'provider_failed'
  | 'model_unknown'
  | 'answer_unreadable'
  | 'internal';

/**
 * A passage or a fact that a claim may rest on. Exactly one of `source`, `fact` and `turn` is not null.
 */
export interface Evidence {
  /**
   * The fact's place in the list of facts, counted from 0, after wide rows are split into one fact a metric.
   */
  fact: number | null;
  /**
   * The source's id.
   */
  source: string | null;
  /**
   * Where in the source's text, in UTF-8 bytes; null for a fact.
   */
  span: Span | null;
  /**
   * What it says, as it stands there; for a fact: metric, entity, period and value.
   */
  text: string;
  /**
   * The turn's place in `history`, counted from 0.
   */
  turn: number | null;
  /**
   * The same in UTF-16 code units.
   */
  utf16: Utf16Span | null;
  /**
   * What it says, in base units.
   */
  value: ClaimValue | null;
}

/**
 * What a person says of an answer.
 */
export interface Expected {
  /**
   * Labels of single claims: all of them, some, or none.
   */
  claims?: ExpectedClaim[];
  /**
   * Whether the answer states something that the evidence does not bear out; where absent, the claims say it.
   */
  has_hallucinations?: boolean | null;
}

/**
 * What a person says of one claim of the answer.
 */
export interface ExpectedClaim {
  /**
   * What the evidence says of it.
   */
  status: Status;
  /**
   * The claim exactly as it stands in the answer: `$1.5M`. Given twice, it labels its first and its second place.
   */
  text: string;
}

/**
 * Claims that a person gave one status.
 */
export interface ExpectedRow {
  /**
   * What the person said.
   */
  expected: Status;
  /**
   * What was found.
   */
  judged: StatusCounts;
}

/**
 * How far a sentence of the answer was checked.
 */
export type Extent = 'checked' | 'partly' | 'not_checked';

/**
 * One known value: of this metric, for this entity, in this period.
 */
export interface Fact {
  /**
   * What it is about: a property, a company. Null where there is only one.
   */
  entity?: Label | null;
  /**
   * What is measured: `net_operating_income`, `NOI`, `occupancy rate`.
   */
  metric: string;
  /**
   * When: `2024-Q3`, `Q3 2024`, `December 2024`, `FY2024`. Null where it always holds.
   */
  period?: Label | null;
  /**
   * ISO 4217 code, `%`, `x`, or null where the metric's name says it.
   */
  unit?: string | null;
  /**
   * The value.
   */
  value: FactValue;
}

/**
 * What a fact says: a number in base units, or a text (a date, or an amount as people write it: `$1.2M`).
 */
export type FactValue = number | string;

/**
 * Known values: a list of facts, a list of wide rows (one row an entity and period, a column a metric), or either as a CSV table with a header line.
 */
export type Facts =
  | (
      | Fact
      | {
          [k: string]: string | number | boolean | null;
        }
    )[]
  | string;

/**
 * What a caller should take in place of what was refused (document 3, "Rejection Actions").
 */
export type Fallback = 'pattern_matching' | 'leave_empty' | 'ask_again';

/**
 * What a field holds, and so which detector reads it.
 */
export type FieldKind = 'name' | 'account' | 'date' | 'period' | 'amount' | 'count' | 'text';

/**
 * One detector's hit.
 */
export interface Finding {
  /**
   * How sure the detector is, 0 to 1.
   */
  confidence: number;
  /**
   * What it is, for people.
   */
  description: string;
  /**
   * What stands there.
   */
  detected_value: string;
  /**
   * What should, where that is known.
   */
  expected_value: string | null;
  /**
   * How much it weighs.
   */
  severity: Severity;
  /**
   * Where it was found: `answer`, or a source's id.
   */
  source: string;
  /**
   * Where in that text, in UTF-8 bytes.
   */
  span: Span | null;
  /**
   * The detector that hit, named by the pattern it flags.
   */
  type: string;
}

/**
 * One claim of a `ReviewDraft`.
 */
export interface FlaggedClaim {
  /**
   * What it states.
   */
  claim_type: ClaimKind;
  /**
   * As it stands in the answer.
   */
  original_text: string;
  /**
   * In base units.
   */
  value: ClaimValue | null;
  /**
   * Always false here: only claims that did not hold are flagged.
   */
  verified: boolean;
}

/**
 * Something that the question is about and no source mentions.
 */
export interface Gap {
  /**
   * Where it is, in UTF-8 bytes of the question.
   */
  span: Span;
  /**
   * A name, or a date of a year that no source has, as the question writes it.
   */
  text: string;
  /**
   * The same place in UTF-16 units.
   */
  utf16: Utf16Span;
}

/**
 * An answer with the check of its sentences by a language model.
 */
export interface GroundedAnswer {
  /**
   * The check.
   */
  hallucination_check: GroundingCheck;
  /**
   * The answer.
   */
  response: string;
  /**
   * What it was verified with.
   */
  sources: GroundingSource[];
  /**
   * Whether the check was carried out: false where no claim could be verified.
   */
  success: boolean;
  /**
   * Who was asked, and what it took; null where the caller asked by itself.
   */
  verifier: VerifierRun | null;
  /**
   * What to tell the reader, in the answer's language; null where all claims are grounded.
   */
  warning: string | null;
}

/**
 * One sentence of the answer and what the verifier says of it.
 */
export interface GroundedClaim {
  /**
   * The budget in nats and bits; null where posterior or prior is not known.
   */
  budget: InformationBudget | null;
  /**
   * The ids of the sources that it cites.
   */
  citing: string[];
  /**
   * How far it can be relied on that the claim is grounded, 0 to 1; by the method's own formula.
   */
  confidence: number;
  /**
   * Whether it is grounded. Never where something failed or is not known.
   */
  grounded: boolean;
  /**
   * `s1`, `s2` … in the order of the answer.
   */
  id: string;
  /**
   * The prior, P(entailed | cited evidence redacted): its upper end where it is an interval; null where it is not known.
   */
  p0: number | null;
  /**
   * The posterior, P(entailed | all evidence): its lower end where it is an interval; null where it is not known.
   */
  p1: number | null;
  /**
   * The posterior as it was measured; null where it is not known.
   */
  posterior: Probability | null;
  /**
   * The prior as it was measured; null where it is not known.
   */
  prior: Probability | null;
  /**
   * Whether what the claim cites may also stand, in other words, in what was not redacted, so that the prior may be too high.
   */
  prior_contaminated: boolean;
  /**
   * Why.
   */
  reason: GroundingReason;
  /**
   * Where it stands in the answer, in UTF-8 bytes, with the citation marks inside it.
   */
  span: Span;
  /**
   * What the evidence says.
   */
  status: Status;
  /**
   * The sentence without its citation marks and its final stop.
   */
  text: string;
  /**
   * The same in UTF-16 code units.
   */
  utf16: Utf16Span;
  /**
   * What to tell the reader, in the answer's language; null where it is grounded.
   */
  warning: string | null;
}

/**
 * The check of an answer's sentences by a language model.
 */
export interface GroundingCheck {
  /**
   * The claims, in the order of the answer.
   */
  claims: GroundedClaim[];
  /**
   * Citations that name no source or several, and texts that speak to the verifier.
   */
  findings: Finding[];
  /**
   * How many claims are grounded.
   */
  grounded_claims: number;
  /**
   * `grounded_claims` / `total_claims`; null where there is no claim.
   */
  grounding_ratio: number | null;
  /**
   * The method that decided.
   */
  method: GroundingMethod;
  /**
   * Whether enough of the claims are grounded; never where there is none.
   */
  overall_grounded: boolean;
  /**
   * How many were to be verified.
   */
  total_claims: number;
  /**
   * How many claims were left out, for `max_claims`.
   */
  unchecked_claims: number;
}

/**
 * How posterior and prior become a decision.
 */
export type GroundingMethod = 'evidence_use' | 'budget' | 'directional';

/**
 * Why a claim is grounded or not, for programs. Stable once shipped.
 */
export type GroundingReason =
  | 'entailed'
  | 'entailed_elsewhere'
  | 'entailed_by_votes'
  | 'contradicted'
  | 'not_entailed'
  | 'too_little_information'
  | 'evidence_unused'
  | 'undecided'
  | 'no_logprobs'
  | 'addresses_verifier'
  | 'verifier_failed'
  | 'out_of_time'
  | 'over_budget'
  | 'no_evidence';

/**
 * A source of an answer that was verified, without its text.
 */
export interface GroundingSource {
  /**
   * Its id.
   */
  id: string;
  /**
   * Its title.
   */
  title: string | null;
  /**
   * Where it can be found.
   */
  url: string | null;
}

/**
 * What became of an import: `POST /api/import`.
 */
export interface ImportSummary {
  /**
   * What could not be read or stored, each with its line.
   */
  errors: InputError[];
  /**
   * What is stored now, in the order of the input.
   */
  responses: ImportedResponse[];
}

/**
 * A response that is stored.
 */
export interface ImportedResponse {
  /**
   * The line of the input that it began on, counted from 1.
   */
  line: number;
  /**
   * How many mentions it has.
   */
  mentions: number;
  /**
   * False where it was stored already, to the letter and with the same time; it is not stored twice then.
   */
  new: boolean;
  /**
   * Its id in the store.
   */
  response_id: number;
}

/**
 * What the evidence had to tell, and what it told, as information; intervals where posterior or prior is one.
 */
export interface InformationBudget {
  /**
   * The same in bits.
   */
  budget_gap_max_bits: number;
  /**
   * `required_max_nats` − `observed_min_nats`.
   */
  budget_gap_max_nats: number;
  /**
   * The same in bits.
   */
  budget_gap_min_bits: number;
  /**
   * `required_min_nats` − `observed_max_nats`; above 0 the evidence told too little.
   */
  budget_gap_min_nats: number;
  /**
   * The same in bits.
   */
  observed_max_bits: number;
  /**
   * KL(posterior ‖ prior), where it is most.
   */
  observed_max_nats: number;
  /**
   * The same in bits.
   */
  observed_min_bits: number;
  /**
   * KL(posterior ‖ prior), where it is least.
   */
  observed_min_nats: number;
  /**
   * The same in bits.
   */
  required_max_bits: number;
  /**
   * KL(target ‖ prior), at the prior where it is most.
   */
  required_max_nats: number;
  /**
   * The same in bits.
   */
  required_min_bits: number;
  /**
   * KL(target ‖ prior), at the prior where it is least.
   */
  required_min_nats: number;
}

/**
 * Why an input could not be checked: one shape in wasm (thrown), over HTTP (`{"error": …}`) and on the command line.
 */
export interface InputError {
  /**
   * What was wrong, for programs.
   */
  code: ErrorCode;
  /**
   * The field, as a path such as `facts[0].value`, or the setting's or the file's name; null where no single one is at fault.
   */
  field: string | null;
  /**
   * The line of the input, counted from 1, where the input has lines.
   */
  line: number | null;
  /**
   * What was wrong, for people; does not repeat the field's name or the line.
   */
  message: string;
}

/**
 * Claims of one kind.
 */
export interface KindRow {
  /**
   * How many of those hold or do not hold as labelled; contradicted and unsupported are one side.
   */
  as_labelled: number;
  /**
   * All claims found of it.
   */
  found: StatusCounts;
  /**
   * The kind.
   */
  kind: ClaimKind;
  /**
   * How many of them have a label.
   */
  labelled: number;
}

/**
 * Whether what a question needs is at hand.
 */
export interface KnowledgeCheck {
  /**
   * What to say instead of an answer, in the question's language; null where everything is at hand.
   */
  limitation: string | null;
  /**
   * The places of what is missing in `required`.
   */
  missing: number[];
  /**
   * Everything that the question needs, in its order.
   */
  required: Requirement[];
  /**
   * Whether everything is; false too where there is nothing at hand at all.
   */
  verified: boolean;
}

/**
 * A question, and what could answer it.
 */
export interface KnowledgeRequest {
  /**
   * The known values.
   */
  facts?: Facts;
  /**
   * The conversation so far, oldest first.
   */
  history?: Turn[];
  /**
   * The language and region of the question; read off its letters where absent.
   */
  locale?: Locale | null;
  /**
   * What is asked; not empty, at most 256 KiB.
   */
  question: string;
  /**
   * Which facts apply.
   */
  scope?: Scope | null;
  /**
   * The documents at hand.
   */
  sources?: Source[];
}

/**
 * A name or an id: a text, or a whole number taken as its digits (`property_id: 1`).
 */
export type Label = string | number;

/**
 * An answer with what it should rest on, as in a `Request`, and what a person says of it: one line of `groundcheck measure`.
 */
export interface LabelledCase {
  /**
   * The LLM's answer; not empty, at most 256 KiB.
   */
  answer: string;
  /**
   * The day the answer was given, `2024-12-01`; the engine has no clock.
   */
  as_of?: string | null;
  /**
   * The caller's own confidence in the answer, 0 to 1.
   */
  confidence?: number | null;
  /**
   * What a person says of it.
   */
  expected: Expected;
  /**
   * Known values: facts, wide rows, or a CSV table.
   */
  facts?: Facts;
  /**
   * The conversation so far, oldest first.
   */
  history?: Turn[];
  /**
   * Comes back in the report.
   */
  id?: string | null;
  /**
   * The language and region the answer is written for; read off the answer's letters where absent.
   */
  locale?: Locale | null;
  /**
   * Which of the provider's models.
   */
  model?: string | null;
  /**
   * Why it is labelled so, for people.
   */
  note?: string | null;
  /**
   * Thresholds and switches that differ from the defaults.
   */
  policy?: PolicyOverrides | null;
  /**
   * Who gave the answer, for figures by provider; it changes nothing about the check.
   */
  provider?: string | null;
  /**
   * What was asked.
   */
  question?: string | null;
  /**
   * Whether the report of a flagged answer has an instruction for the model to write it again.
   */
  retry_prompt?: boolean;
  /**
   * Which facts apply.
   */
  scope?: Scope | null;
  /**
   * The documents it should rest on.
   */
  sources?: Source[];
  /**
   * What the case is about, for a breakdown: `wrong_period`, `hebrew`.
   */
  tags?: string[];
  /**
   * Whether, or how, a language model is asked about the answer's sentences; only `POST /api/analyze` can.
   */
  verify?: Verify | null;
}

/**
 * What is learnt from reviews: `GET /api/reviews/learning`.
 */
export interface LearningReport {
  /**
   * Of everything that was flagged in them. Alerts of one fingerprint count once a record.
   */
  counts: ReviewedCounts;
  /**
   * Items that were decided.
   */
  items: number;
  /**
   * True where there were more decided items than were read or checked again: the latest were.
   */
  partial: boolean;
  /**
   * By group, in the groups' order; within one the most decided first, at most 100.
   */
  precision: PrecisionRow[];
  /**
   * Changes that remove more false positives than they miss hallucinations, at most one a setting; the best first.
   */
  suggestions: Suggestion[];
}

/**
 * A BCP 47 language tag: `en`, `en-GB`, `he`. Decides the order of day and month and the language of reasons.
 */
export type Locale = string;

/**
 * Whether an endpoint gives log probabilities with a model, as far as its answers have shown.
 */
export type LogprobSupport = 'unknown' | 'given' | 'dropped' | 'refused';

/**
 * What measuring on labelled cases came to.
 */
export interface Measurement {
  /**
   * Labelled claims by their label.
   */
  by_expected: ExpectedRow[];
  /**
   * Claims by kind.
   */
  by_kind: KindRow[];
  /**
   * Answers by tag, in alphabetical order.
   */
  by_tag: TagRow[];
  /**
   * Claims and their rate.
   */
  claims: ClaimCounts;
  /**
   * Verdicts beside labels.
   */
  confusion: Confusion;
  /**
   * How far the statuses of labelled claims can be trusted.
   */
  decisions: Decisions;
  /**
   * Its shares.
   */
  metrics: Metrics;
  /**
   * Lines that could not be measured.
   */
  not_measured: InputError[];
  /**
   * Whether some lines could not be measured; `not_measured` says which and why.
   */
  partial: boolean;
  /**
   * All cases that were measured.
   */
  total_cases: number;
  /**
   * Those among them with verdict `unverified`: they count as not flagged, and nobody said that they hold.
   */
  unverified_cases: number;
  /**
   * The cases that came out wrong, in the order of the lines.
   */
  wrong: WrongCase[];
  /**
   * How many cases came out wrong; `wrong` may hold fewer.
   */
  wrong_cases: number;
}

/**
 * A page of mentions, the least reliable first.
 */
export interface MentionPage {
  /**
   * At most as many as were asked for.
   */
  mentions: MentionRow[];
  /**
   * What to give as `after` for the next page; null on the last.
   */
  next?: string | null;
}

/**
 * A scored mention with what its score comes from.
 */
export interface MentionRow {
  /**
   * As in [`Reliability::accessible`](crate::Reliability::accessible).
   */
  accessible?: UrlState | null;
  /**
   * When it was asked: RFC 3339, UTC, to the second.
   */
  asked_at: string;
  /**
   * What is named.
   */
  brand_name: string;
  /**
   * Why it is named.
   */
  explanation?: string | null;
  /**
   * Whether the model named a source.
   */
  has_source: boolean;
  /**
   * Its id in the store.
   */
  mention_id: number;
  /**
   * Which of the provider's models.
   */
  model: string;
  /**
   * Who answered.
   */
  provider: string;
  /**
   * What was asked.
   */
  query: string;
  /**
   * Its place in the answer, from 1.
   */
  rank: number;
  /**
   * 0 to 1.
   */
  reliability: number;
  /**
   * The id of the response it stands in.
   */
  response_id: number;
  /**
   * What follows from it.
   */
  risk: Risk;
  /**
   * Its sources.
   */
  sources: CitedSource[];
}

/**
 * Shares of a `Confusion`, 0 to 1. Null where there is nothing to divide by: never 1 for "no mistakes seen".
 */
export interface Metrics {
  /**
   * Right verdicts among all.
   */
  accuracy: number | null;
  /**
   * The harmonic mean of precision and recall.
   */
  f1: number | null;
  /**
   * Hallucinations among what was flagged.
   */
  precision: number | null;
  /**
   * Flagged ones among the hallucinations.
   */
  recall: number | null;
}

/**
 * In what way a case came out wrong.
 */
export type Mistake = 'missed' | 'false_alarm' | 'wrong_claim';

/**
 * Whether there are log probabilities with a model.
 */
export interface ModelLogprobs {
  /**
   * What is known.
   */
  logprobs: LogprobSupport;
  /**
   * The model.
   */
  model: string;
}

/**
 * A provider's model.
 */
export interface ModelName {
  /**
   * Which of the provider's models.
   */
  model: string;
  /**
   * Who answers.
   */
  provider: string;
}

/**
 * The mentions of one model.
 */
export interface ModelRow {
  /**
   * Their mean reliability, 0 to 1.
   */
  average_reliability: number;
  /**
   * How many mentions are scored.
   */
  mentions: number;
  /**
   * Which of the provider's models.
   */
  model: string;
  /**
   * Who answered.
   */
  provider: string;
  /**
   * How many of each risk.
   */
  risk: RiskCounts;
}

/**
 * Every threshold of the real-time monitor.
 */
export interface MonitorPolicy {
  /**
   * Whether what the answer says is compared with the conversation before it.
   */
  check_history?: boolean;
  /**
   * The confidence in a claim's evidence under which the claim is flagged, 0 to 1.
   */
  flag_below_confidence?: number;
  /**
   * The confidence of a warning above which the answer should be interrupted, 0 to 1.
   */
  interruption_threshold?: number;
  /**
   * How many specific values without evidence in a row, each sentence as specific as the last or more, are rising specificity.
   */
  rising_specificity_values?: number;
}

/**
 * The fields of `MonitorPolicy` that a request, a file or the environment changes; absent ones stay as they are.
 */
export interface MonitorPolicyOverrides {
  /**
   * Whether what the answer says is compared with the conversation before it.
   */
  check_history?: boolean | null;
  /**
   * The confidence in a claim's evidence under which the claim is flagged, 0 to 1.
   */
  flag_below_confidence?: number | null;
  /**
   * The confidence of a warning above which the answer should be interrupted, 0 to 1.
   */
  interruption_threshold?: number | null;
  /**
   * How many specific values without evidence in a row, each sentence as specific as the last or more, are rising specificity.
   */
  rising_specificity_values?: number | null;
}

/**
 * What the monitor says of an answer that has ended.
 */
export interface MonitorReport {
  /**
   * What analysing the whole answer gives, byte for byte.
   */
  report: Report;
  /**
   * The text to show instead, by the report's risk and the warnings; its action is `none` where the answer may stand.
   */
  response: SafeResponse;
  /**
   * Whether a warning is above the threshold.
   */
  should_interrupt: boolean;
  /**
   * Every warning, those of the last words included.
   */
  warnings: Warning[];
}

/**
 * What an answer that is going to be written should rest on: a `Request` without the answer.
 */
export interface MonitorRequest {
  /**
   * The day the answer is given, `2024-12-01`.
   */
  as_of?: string | null;
  /**
   * The caller's own confidence in the answer, 0 to 1.
   */
  confidence?: number | null;
  /**
   * Known values: facts, wide rows, or a CSV table.
   */
  facts?: Facts;
  /**
   * The conversation so far, oldest first.
   */
  history?: Turn[];
  /**
   * Comes back in the report.
   */
  id?: string | null;
  /**
   * The language and region the answer is written for; read off the answer's first letters where absent.
   */
  locale?: Locale | null;
  /**
   * Which of the provider's models.
   */
  model?: string | null;
  /**
   * Thresholds of the monitor that differ from the defaults.
   */
  monitor?: MonitorPolicyOverrides | null;
  /**
   * Thresholds and switches that differ from the defaults.
   */
  policy?: PolicyOverrides | null;
  /**
   * Who gives the answer; it changes nothing about the check.
   */
  provider?: string | null;
  /**
   * What was asked.
   */
  question?: string | null;
  /**
   * Which facts apply.
   */
  scope?: Scope | null;
  /**
   * The documents the answer should rest on.
   */
  sources?: Source[];
}

/**
 * What a pushed token brought.
 */
export interface MonitorUpdate {
  /**
   * The claims that settled with it; they never change, and stand so in the report.
   */
  settled: Claim[];
  /**
   * Everything before this byte of the answer is settled.
   */
  settled_to: number;
  /**
   * The same in UTF-16 code units.
   */
  settled_to_utf16: number;
  /**
   * Whether the answer should be interrupted, by this warning or an earlier one.
   */
  should_interrupt: boolean;
  /**
   * The warnings that it raised.
   */
  warnings: Warning[];
}

/**
 * The figures of document 3, "Monitoring Metrics", of one group of validations. A rate is null where nothing was validated.
 */
export interface MonitoringRow {
  /**
   * Alerts a record ("hallucinations detected per processing session").
   */
  alert_rate: number | null;
  /**
   * Alerts.
   */
  alerts: number;
  /**
   * Alerts by severity.
   */
  by_severity: SeverityCounts;
  /**
   * Alerts by type.
   */
  by_type: AlertCounts;
  /**
   * The share of decided ones that was flagged wrongly, 0 to 1; null where none was decided.
   */
  false_positive_rate: number | null;
  /**
   * Those that were no record of their profile; they are among the rejected.
   */
  malformed: number;
  /**
   * The provider or the day (`YYYY-MM-DD`); null where the request named no provider, and for the sum of all.
   */
  name: string | null;
  /**
   * Records validated.
   */
  records: number;
  /**
   * Those rejected.
   */
  rejected: number;
  /**
   * The share of records that was rejected, 0 to 1.
   */
  rejection_rate: number | null;
  /**
   * What people decided of the flagged ones.
   */
  reviewed: ReviewedCounts;
  /**
   * Those with an alert.
   */
  with_alerts: number;
}

/**
 * A pattern that does not enter the queue any more. Reports say of it what they always did.
 */
export interface Mute {
  /**
   * Who muted it.
   */
  actor: string;
  /**
   * When: RFC 3339, UTC, to the second.
   */
  created_at: string;
  /**
   * An example of it, as it stood in the queue; of a record masked.
   */
  example: string;
  /**
   * Of what was found: of a claim its kind, its reason and the words of its sentence without numbers; of an alert its rule and field.
   */
  fingerprint: string;
  /**
   * How many items it has kept out of the queue since.
   */
  kept_out: number;
  /**
   * Why.
   */
  note: string | null;
}

/**
 * What mutes a pattern: `POST /api/mutes`. Only one of an approved item can be muted.
 */
export interface MuteAdd {
  /**
   * One of the item's fingerprints.
   */
  fingerprint: string;
  /**
   * The item it stands in.
   */
  item: number;
  /**
   * Why.
   */
  note?: string | null;
}

/**
 * All mutes, latest first: `GET /api/mutes`.
 */
export interface MuteList {
  /**
   * The mutes.
   */
  mutes: Mute[];
}

/**
 * The value that the evidence has nearest to what the claim states.
 */
export interface Nearest {
  /**
   * |claimed − actual| / |actual| × 100, four decimals; null for dates and where the actual value is 0.
   */
  difference_percent: number | null;
  /**
   * The fact's place in the list of facts, or null for a source.
   */
  fact: number | null;
  /**
   * The source's id, or null for a fact.
   */
  source: string | null;
  /**
   * Where in the source's text, in UTF-8 bytes; null for a fact.
   */
  span: Span | null;
  /**
   * As it stands in the evidence.
   */
  text: string;
  /**
   * The same in UTF-16 code units.
   */
  utf16: Utf16Span | null;
  /**
   * In base units.
   */
  value: ClaimValue;
}

/**
 * A number of the answer that states no value: part of a name, a version, an identifier, a phone number. The numbers of list items and
 * the markers of citations are not among them.
 */
export interface NotChecked {
  /**
   * Where it is, in UTF-8 bytes of the answer.
   */
  span: Span;
  /**
   * The number with what is written onto it: `INV-2041`, `24/7`.
   */
  text: string;
  /**
   * The same place in UTF-16 units.
   */
  utf16: Utf16Span;
}

/**
 * Where a record says which pages its parts have.
 */
export interface PartsRule {
  /**
   * What one of them is called: `statement`.
   */
  called: string;
  /**
   * The field of a part with its last page.
   */
  end: string;
  /**
   * The field with the list of parts: `boundaries`.
   */
  field: string;
  /**
   * Whether a record without the list is malformed.
   */
  required?: boolean;
  /**
   * The field of a part with its first page, counted from 1.
   */
  start: string;
}

/**
 * A claim that is about to be verified.
 */
export interface PlannedClaim {
  /**
   * The ids of the sources that it cites.
   */
  citing: string[];
  /**
   * `s1`, `s2` … in the order of the answer.
   */
  id: string;
  /**
   * Where it stands in the answer, in UTF-8 bytes.
   */
  span: Span;
  /**
   * The sentence without its citation marks and its final stop.
   */
  text: string;
  /**
   * The same in UTF-16 code units.
   */
  utf16: Utf16Span;
}

/**
 * Every threshold and switch. Each has its default.
 */
export interface Policy {
  /**
   * What an accessible source adds to a mention's reliability; half of it if that is unknown.
   */
  accessible_weight?: number;
  /**
   * Whether a flagged answer is sent to review; if not, its disposition is `accept`, although it stays flagged.
   */
  auto_flag?: boolean;
  /**
   * What a confidence of 1 adds to a mention's reliability; less confidence adds less.
   */
  confidence_weight?: number;
  /**
   * A correction is offered only if the contradicted claim has at most this probability of being right, 0 to 1.
   */
  correction_probability?: number;
  /**
   * A correction is offered only if the places with one value have at least this share, 0 to 1, of everything the claim may be about.
   */
  correction_share?: number;
  /**
   * How far a currency claim may be from the actual value, as a share of the actual value.
   */
  currency_tolerance_ratio?: number;
  /**
   * How many days a full date may be off; periods (months, quarters, years) are always exact.
   */
  date_tolerance_days?: number;
  /**
   * Confidence in a status that rests on a document, 0 to 1.
   */
  document_confidence?: number;
  /**
   * Confidence in a status that rests on a fact, 0 to 1.
   */
  fact_confidence?: number;
  /**
   * Confidence points (0 to 1) subtracted from the caller's confidence where the answer is flagged.
   */
  flagged_penalty_points?: number;
  /**
   * The greatest probability of being right, 0 to 1, at which a claim is contradicted or unsupported; above it the claim is open.
   */
  flagged_probability?: number;
  /**
   * What naming a source adds to a mention's reliability.
   */
  has_source_weight?: number;
  /**
   * Reliability (0 to 1) under which the risk is high.
   */
  high_risk_below_reliability?: number;
  /**
   * Reliability (0 to 1) under which the risk is at least medium.
   */
  medium_risk_below_reliability?: number;
  /**
   * What each further accessible source on another host adds to a mention's reliability.
   */
  multi_source_bonus?: number;
  /**
   * The most that further sources add to a mention's reliability.
   */
  multi_source_bonus_max?: number;
  /**
   * How far a plain number may be from the actual value, as a share of the actual value.
   */
  number_tolerance_ratio?: number;
  /**
   * How far a percentage claim may be from the actual value, as a share of the actual value.
   */
  percentage_tolerance_ratio?: number;
  /**
   * How far a ratio claim may be from the actual value, as a share of the actual value.
   */
  ratio_tolerance_ratio?: number;
  /**
   * Whether there is a review queue; if not, nothing is sent to review.
   */
  review_queue?: boolean;
  /**
   * Whether an answer that could not be verified is sent to review too.
   */
  review_unverified?: boolean;
  /**
   * The least probability of being right, 0 to 1, at which a claim is supported by a document; below it the claim is open.
   */
  supported_probability?: number;
  /**
   * The hallucination rate (0 to 1) that a set of answers should stay under; batch and measure compare with it.
   */
  target_rate?: number;
  /**
   * The time one analysis should take, in milliseconds; the server logs slower ones; no status depends on it.
   */
  target_time_ms?: number;
  /**
   * Whether citation marks are checked.
   */
  verify_citations?: boolean;
  /**
   * Whether currency claims are checked; if not, they are reported as unverifiable.
   */
  verify_currency?: boolean;
  /**
   * Whether date claims are checked.
   */
  verify_dates?: boolean;
  /**
   * Whether identifiers are checked: invoice and case numbers, sections, phone numbers, e-mail addresses.
   */
  verify_identifiers?: boolean;
  /**
   * Whether links are looked for in the sources.
   */
  verify_links?: boolean;
  /**
   * Whether names are looked for in the sources: people, organisations, places, products.
   */
  verify_names?: boolean;
  /**
   * Whether plain numbers are checked.
   */
  verify_numbers?: boolean;
  /**
   * Whether percentage claims are checked.
   */
  verify_percentages?: boolean;
  /**
   * Whether quotations are checked.
   */
  verify_quotations?: boolean;
  /**
   * Whether ratio claims are checked.
   */
  verify_ratios?: boolean;
}

/**
 * The fields of `Policy` that a request, a file or the environment changes; absent ones stay as they are.
 */
export interface PolicyOverrides {
  /**
   * What an accessible source adds to a mention's reliability; half of it if that is unknown.
   */
  accessible_weight?: number | null;
  /**
   * Whether a flagged answer is sent to review; if not, its disposition is `accept`, although it stays flagged.
   */
  auto_flag?: boolean | null;
  /**
   * What a confidence of 1 adds to a mention's reliability; less confidence adds less.
   */
  confidence_weight?: number | null;
  /**
   * A correction is offered only if the contradicted claim has at most this probability of being right, 0 to 1.
   */
  correction_probability?: number | null;
  /**
   * A correction is offered only if the places with one value have at least this share, 0 to 1, of everything the claim may be about.
   */
  correction_share?: number | null;
  /**
   * How far a currency claim may be from the actual value, as a share of the actual value.
   */
  currency_tolerance_ratio?: number | null;
  /**
   * How many days a full date may be off; periods (months, quarters, years) are always exact.
   */
  date_tolerance_days?: number | null;
  /**
   * Confidence in a status that rests on a document, 0 to 1.
   */
  document_confidence?: number | null;
  /**
   * Confidence in a status that rests on a fact, 0 to 1.
   */
  fact_confidence?: number | null;
  /**
   * Confidence points (0 to 1) subtracted from the caller's confidence where the answer is flagged.
   */
  flagged_penalty_points?: number | null;
  /**
   * The greatest probability of being right, 0 to 1, at which a claim is contradicted or unsupported; above it the claim is open.
   */
  flagged_probability?: number | null;
  /**
   * What naming a source adds to a mention's reliability.
   */
  has_source_weight?: number | null;
  /**
   * Reliability (0 to 1) under which the risk is high.
   */
  high_risk_below_reliability?: number | null;
  /**
   * Reliability (0 to 1) under which the risk is at least medium.
   */
  medium_risk_below_reliability?: number | null;
  /**
   * What each further accessible source on another host adds to a mention's reliability.
   */
  multi_source_bonus?: number | null;
  /**
   * The most that further sources add to a mention's reliability.
   */
  multi_source_bonus_max?: number | null;
  /**
   * How far a plain number may be from the actual value, as a share of the actual value.
   */
  number_tolerance_ratio?: number | null;
  /**
   * How far a percentage claim may be from the actual value, as a share of the actual value.
   */
  percentage_tolerance_ratio?: number | null;
  /**
   * How far a ratio claim may be from the actual value, as a share of the actual value.
   */
  ratio_tolerance_ratio?: number | null;
  /**
   * Whether there is a review queue; if not, nothing is sent to review.
   */
  review_queue?: boolean | null;
  /**
   * Whether an answer that could not be verified is sent to review too.
   */
  review_unverified?: boolean | null;
  /**
   * The least probability of being right, 0 to 1, at which a claim is supported by a document; below it the claim is open.
   */
  supported_probability?: number | null;
  /**
   * The hallucination rate (0 to 1) that a set of answers should stay under; batch and measure compare with it.
   */
  target_rate?: number | null;
  /**
   * The time one analysis should take, in milliseconds; the server logs slower ones; no status depends on it.
   */
  target_time_ms?: number | null;
  /**
   * Whether citation marks are checked.
   */
  verify_citations?: boolean | null;
  /**
   * Whether currency claims are checked; if not, they are reported as unverifiable.
   */
  verify_currency?: boolean | null;
  /**
   * Whether date claims are checked.
   */
  verify_dates?: boolean | null;
  /**
   * Whether identifiers are checked: invoice and case numbers, sections, phone numbers, e-mail addresses.
   */
  verify_identifiers?: boolean | null;
  /**
   * Whether links are looked for in the sources.
   */
  verify_links?: boolean | null;
  /**
   * Whether names are looked for in the sources: people, organisations, places, products.
   */
  verify_names?: boolean | null;
  /**
   * Whether plain numbers are checked.
   */
  verify_numbers?: boolean | null;
  /**
   * Whether percentage claims are checked.
   */
  verify_percentages?: boolean | null;
  /**
   * Whether quotations are checked.
   */
  verify_quotations?: boolean | null;
  /**
   * Whether ratio claims are checked.
   */
  verify_ratios?: boolean | null;
}

/**
 * By what precision is broken down.
 */
export type PrecisionGroup = 'claim_kind' | 'detector' | 'provider' | 'month';

/**
 * The precision of one group. A claim that was decided by itself counts as decided; any other as its item was.
 */
export interface PrecisionRow {
  /**
   * How many were decided, and how.
   */
  counts: ReviewedCounts;
  /**
   * By what.
   */
  group: PrecisionGroup;
  /**
   * Upper end.
   */
  high: number;
  /**
   * The 95 % interval of it (Wilson), lower end.
   */
  low: number;
  /**
   * Which.
   */
  name: string;
  /**
   * The share that is wrong indeed, 0 to 1.
   */
  precision: number;
}

/**
 * P(YES) as a closed interval from 0 to 1; a point where both ends are the same.
 */
export interface Probability {
  /**
   * The lower end.
   */
  lower: number;
  /**
   * Where it comes from.
   */
  source: ProbabilitySource;
  /**
   * The upper end.
   */
  upper: number;
  /**
   * How many sampled answers there were; null for log probabilities.
   */
  votes: number | null;
  /**
   * How many sampled answers said YES; null for log probabilities.
   */
  yes_votes: number | null;
}

/**
 * Where a probability comes from.
 */
export type ProbabilitySource = 'logprobs' | 'sampled_votes';

/**
 * The profile of a request: the name of a shipped one, or one of its own.
 */
export type ProfileChoice = string | RecordProfile;

/**
 * A provider that can be asked. Neither its address nor its key is told.
 */
export interface ProviderInfo {
  /**
   * Whether a server answers at its address, which is on this machine; null where that is elsewhere, was not looked for, or has a
   * default model.
   */
  here?: boolean | null;
  /**
   * What speaks there.
   */
  kind: ProviderKind;
  /**
   * What its answers have shown of its log probabilities since the server started, by model.
   */
  logprobs: ModelLogprobs[];
  /**
   * The model that is asked where nobody names one.
   */
  model?: string | null;
  /**
   * The models that its entry names, the default first. Others may be there.
   */
  models: string[];
  /**
   * Its name.
   */
  name: string;
  /**
   * Whether it can be asked: false where its key is not in the environment, or where it should be on this machine and is not.
   */
  ready: boolean;
}

/**
 * What speaks at a provider's address. All take OpenAI's chat completions and differ in what they make of them.
 */
export type ProviderKind = 'openai' | 'ollama' | 'vllm' | 'llama_cpp' | 'compatible';

/**
 * The providers of a server: `GET /api/providers`.
 */
export interface ProviderList {
  /**
   * In the order of their file, the built-in ones last.
   */
  providers: ProviderInfo[];
}

/**
 * Which of the two questions about a claim.
 */
export type QuestionKind = 'posterior' | 'prior';

/**
 * One reason for a status.
 */
export interface Reason {
  /**
   * For programs.
   */
  code: ReasonCode;
  /**
   * For people, one sentence in the language of the answer (English or Hebrew).
   */
  message: string;
}

/**
 * Why a claim has its status, for programs. Stable once shipped.
 */
export type ReasonCode =
  | 'matches_fact'
  | 'matches_source'
  | 'within_tolerance'
  | 'value_only'
  | 'derived'
  | 'undecided'
  | 'differs_from_fact'
  | 'differs_from_source'
  | 'opposite_direction'
  | 'wrong_weekday'
  | 'value_elsewhere'
  | 'other_unit'
  | 'ambiguous_facts'
  | 'not_in_evidence'
  | 'no_evidence'
  | 'check_disabled'
  | 'only_refers'
  | 'not_yet_judged'
  | 'too_many'
  | 'verbatim'
  | 'misquotes_source'
  | 'cited_source_fits'
  | 'cited_source_differs'
  | 'unknown_citation'
  | 'unknown_name'
  | 'wrong_check_digit'
  | 'in_question'
  | 'entailed'
  | 'not_verified';

/**
 * One rule that the record breaks. Nothing in it shows more than the last four digits of an account number.
 */
export interface RecordAlert {
  /**
   * How sure the rule is, 0 to 1.
   */
  confidence: number;
  /**
   * What it is, for people.
   */
  description: string;
  /**
   * What stands there, masked; null where it is the absence of something.
   */
  detected_value: string | null;
  /**
   * What should stand there, as far as that is known.
   */
  expected_value: string | null;
  /**
   * What to take instead.
   */
  fallback: Fallback;
  /**
   * The same for all alerts of this rule, field and profile (and of this name, where names are compared), whatever the account
   * number or the place in a list. Sixteen letters: it holds no digit that could be one of an account.
   */
  fingerprint: string;
  /**
   * The page that the field's part begins on, where the document has it.
   */
  page: number | null;
  /**
   * Where in the record: `boundaries[2].start_page`; empty for the record as a whole.
   */
  path: string;
  /**
   * The rule, which is narrower.
   */
  rule: RecordRule;
  /**
   * How grave it is.
   */
  severity: Severity;
  /**
   * What the value was compared with.
   */
  source: CheckedAgainst;
  /**
   * Its type.
   */
  type: AlertType;
}

/**
 * The document that a record was read from: its text, or its pages.
 */
export interface RecordDocument {
  /**
   * The text of each page.
   */
  pages?: string[] | null;
  /**
   * All of its text.
   */
  text?: string | null;
  /**
   * How many pages it has. Needed for a record with parts where `pages` is not given.
   */
  total_pages?: number | null;
}

/**
 * A field of a record.
 */
export interface RecordField {
  /**
   * The only texts that it may have, in any case; empty for any.
   */
  allowed?: string[];
  /**
   * Where it may stand: paths such as `metadata.bank_name`, with `[]` behind a list for each of its items (`lines[].amount`). Its
   * name, where there are none.
   */
  at?: string[];
  /**
   * What it holds.
   */
  kind: FieldKind;
  /**
   * The most that an amount or a count may be.
   */
  max?: number | null;
  /**
   * The most days that a period usually has.
   */
  max_days?: number | null;
  /**
   * The least that an amount or a count may be.
   */
  min?: number | null;
  /**
   * Its name, by which rules and messages call it.
   */
  name: string;
  /**
   * Account numbers that are placeholders, besides runs of one digit and of counted digits.
   */
  placeholders?: string[];
  /**
   * Whether a record without it is malformed.
   */
  required?: boolean;
  /**
   * The form of its text: `A` a letter, `9` a digit, `*` whatever follows, any other character itself.
   */
  shape?: string | null;
}

/**
 * How the validation of records has gone: `GET /api/records/monitoring`.
 */
export interface RecordMonitoring {
  /**
   * By day, in order.
   */
  days: MonitoringRow[];
  /**
   * By provider, the one with most records first.
   */
  providers: MonitoringRow[];
  /**
   * All of it.
   */
  total: MonitoringRow;
}

/**
 * The settings of document 3 ("Configurable Parameters"), each with its default there.
 */
export interface RecordPolicy {
  /**
   * How many critical alerts are still no rejection.
   */
  critical_threshold?: number;
  /**
   * How many high alerts are a rejection.
   */
  high_severity_threshold?: number;
  /**
   * How many it may have at most; an IBAN whose check digits hold may have more.
   */
  max_account_length?: number;
  /**
   * How many years after `as_of` a year may be.
   */
  max_future_years?: number;
  /**
   * How many letters and digits an account number must at least have.
   */
  min_account_length?: number;
  /**
   * How many characters a document must at least have.
   */
  min_content_length?: number;
  /**
   * The earliest year of a document.
   */
  min_statement_year?: number;
}

/**
 * What a record of one kind holds, and what must be true of it. All of it is data: a new kind of record needs no code.
 */
export interface RecordProfile {
  /**
   * Its fields. Fields of a record that are none of these are not read.
   */
  fields: RecordField[];
  /**
   * Its name.
   */
  name: string;
  /**
   * Further names that are known.
   */
  names?: string[];
  /**
   * Its parts, where a record divides a document.
   */
  parts?: PartsRule | null;
  /**
   * Forms of text that are suspicious in every field.
   */
  patterns?: SuspiciousPattern[];
  /**
   * The lists of institutions that are known: `AU`, `US`, `UK` and so on.
   */
  regions?: string[];
  /**
   * Rules about several fields.
   */
  rules?: ConsistencyRule[];
}

/**
 * Everything groundcheck says of one record.
 */
export interface RecordReport {
  /**
   * The alerts, gravest first, then in the order of the checks; at most 1,000.
   */
  alerts: RecordAlert[];
  /**
   * `reject` where the summary recommends it, `review` where there is an alert of medium severity or worse, else `accept`.
   */
  disposition: Disposition;
  /**
   * What is missing or malformed; at most 1,000. Not empty exactly where the status is `error`.
   */
  errors: InputError[];
  /**
   * The name of the profile.
   */
  profile: string;
  /**
   * Why it is rejected; null where it is not.
   */
  rejection: Rejection | null;
  /**
   * The version of this contract.
   */
  schema_version: number;
  /**
   * The figures.
   */
  summary: RecordSummary;
}

/**
 * A record, the document it was read from, and what it should be.
 */
export interface RecordRequest {
  /**
   * The day of the check, `2024-12-01`: what is in the future depends on it, and the engine has no clock.
   */
  as_of: string;
  /**
   * The document that it was read from.
   */
  document: RecordDocument;
  /**
   * Names that are known besides those of the profile's lists.
   */
  institutions?: string[];
  /**
   * Which of the provider's models.
   */
  model?: string | null;
  /**
   * Settings that differ from the defaults.
   */
  policy?: RecordPolicy;
  /**
   * What the record should be: the name of a shipped profile, or a profile.
   */
  profile: ProfileChoice;
  /**
   * Who made the record, for figures by provider; it changes nothing about the check.
   */
  provider?: string | null;
  /**
   * The record as the model returned it.
   */
  record: RecordValue;
  /**
   * A JSON Schema that the record must fit besides: draft 2020-12, without the keywords that the engine does not check, which are
   * refused by name. A record that does not fit is malformed.
   */
  schema?: RecordValue | null;
}

/**
 * The rule that an alert broke. Stable once shipped; a type of alert has several.
 */
export type RecordRule =
  | 'more_parts_than_pages'
  | 'part_beyond_document'
  | 'more_parts_than_filled_pages'
  | 'unknown_name'
  | 'known_name_elsewhere'
  | 'start_after_end'
  | 'page_before_first'
  | 'end_beyond_document'
  | 'future_year'
  | 'historical_year'
  | 'no_such_day'
  | 'ends_before_start'
  | 'long_period'
  | 'no_date'
  | 'placeholder_account'
  | 'masked_account'
  | 'account_length'
  | 'account_characters'
  | 'duplicate_range'
  | 'overlapping_range'
  | 'shared_page'
  | 'document_without_content'
  | 'part_without_content'
  | 'account_not_in_document'
  | 'amount_not_in_document'
  | 'fields_disagree'
  | 'sum_differs'
  | 'out_of_range'
  | 'not_allowed'
  | 'other_shape'
  | 'suspicious_text';

/**
 * What validating a record found.
 */
export type RecordStatus = 'clean' | 'hallucinations_detected' | 'error';

/**
 * The figures of document 3, "Alert Summary", in its layout.
 */
export interface RecordSummary {
  /**
   * By severity.
   */
  by_severity: SeverityCounts;
  /**
   * By type.
   */
  by_type: AlertCounts;
  /**
   * Whether the record should not be used.
   */
  rejection_recommended: boolean;
  /**
   * What was found.
   */
  status: RecordStatus;
  /**
   * All alerts, also those that the report has no room for.
   */
  total_alerts: number;
}

/**
 * A record as a model returned it: any JSON.
 */
export type RecordValue = {} | unknown[] | string | number | boolean | null;

/**
 * A rejection, with what to do instead.
 */
export interface Rejection {
  /**
   * What to take instead.
   */
  fallback: Fallback;
  /**
   * Why, for people.
   */
  message: string;
  /**
   * Why, for programs.
   */
  reason: RejectionReason;
}

/**
 * Why a record is rejected.
 */
export type RejectionReason = 'malformed' | 'critical_alerts' | 'high_alerts';

/**
 * Everything groundcheck says of one answer.
 */
export interface Report {
  /**
   * What to do with it.
   */
  action: Action;
  /**
   * What ran.
   */
  checks: string[];
  /**
   * Every claim, in the order of the answer.
   */
  claims: Claim[];
  /**
   * What of the answer was checked, sentence by sentence; null where the check failed.
   */
  coverage: Coverage | null;
  /**
   * Where the answer should go.
   */
  disposition: Disposition;
  /**
   * Why the check failed; null in every other report.
   */
  error: InputError | null;
  /**
   * Every detector's hits.
   */
  findings: Finding[];
  /**
   * The request's id, where it had one.
   */
  id: string | null;
  /**
   * The ids of the claims that a person should look at, gravest first.
   */
  needs_attention: string[];
  /**
   * The numbers of the answer that are not checked, in its order; absent where there are none.
   */
  not_checked: NotChecked[];
  /**
   * The mean over checked claims of (supported ? confidence : 0), four decimals; null where none was checked.
   */
  reliability: number | null;
  /**
   * What to tell the model that is to write the answer again; only where the request asks for it and something is flagged.
   */
  retry_prompt: string | null;
  /**
   * How much harm the answer could do; null where the check failed.
   */
  risk: Risk | null;
  /**
   * The version of this contract.
   */
  schema_version: number;
  /**
   * The figures.
   */
  summary: Summary;
  /**
   * What the checks that ran say.
   */
  verdict: Verdict;
  /**
   * Why.
   */
  verdict_reason: VerdictReason;
  /**
   * What a language model said of the answer's sentences; only where `checks` names `entailment`.
   */
  verification?: GroundedAnswer | null;
}

/**
 * What a filter can name: `GET /api/reports/choices`.
 */
export interface ReportChoices {
  /**
   * Providers with their models, by name.
   */
  models: ModelName[];
  /**
   * The queries, the newest first, at most a thousand.
   */
  queries: string[];
}

/**
 * Which mentions a report is about; all of them by default. It stands in the page's address and in the query of
 * `GET /api/reports` under the same names.
 */
export interface ReportFilter {
  /**
   * Only those asked on this day (UTC, `YYYY-MM-DD`) or later.
   */
  from?: string | null;
  /**
   * Only this model's.
   */
  model?: string | null;
  /**
   * Only this provider's.
   */
  provider?: string | null;
  /**
   * Only answers to this query, to the letter.
   */
  query?: string | null;
  /**
   * Only those asked on this day or earlier.
   */
  to?: string | null;
}

/**
 * An answer and what it should rest on.
 */
export interface Request {
  /**
   * The LLM's answer; not empty, at most 256 KiB.
   */
  answer: string;
  /**
   * The day the answer was given, `2024-12-01`; the engine has no clock.
   */
  as_of?: string | null;
  /**
   * The caller's own confidence in the answer, 0 to 1.
   */
  confidence?: number | null;
  /**
   * Known values: facts, wide rows, or a CSV table.
   */
  facts?: Facts;
  /**
   * The conversation so far, oldest first.
   */
  history?: Turn[];
  /**
   * Comes back in the report.
   */
  id?: string | null;
  /**
   * The language and region the answer is written for; read off the answer's letters where absent.
   */
  locale?: Locale | null;
  /**
   * Which of the provider's models.
   */
  model?: string | null;
  /**
   * Thresholds and switches that differ from the defaults.
   */
  policy?: PolicyOverrides | null;
  /**
   * Who gave the answer, for figures by provider; it changes nothing about the check.
   */
  provider?: string | null;
  /**
   * What was asked.
   */
  question?: string | null;
  /**
   * Whether the report of a flagged answer has an instruction for the model to write it again.
   */
  retry_prompt?: boolean;
  /**
   * Which facts apply.
   */
  scope?: Scope | null;
  /**
   * The documents it should rest on.
   */
  sources?: Source[];
  /**
   * Whether, or how, a language model is asked about the answer's sentences; only `POST /api/analyze` can.
   */
  verify?: Verify | null;
}

/**
 * One thing that a question needs.
 */
export interface Requirement {
  /**
   * What to do instead where nothing has it; empty where something does.
   */
  alternatives: Alternative[];
  /**
   * Whether something at hand has it.
   */
  available: boolean;
  /**
   * The ids of the sources that have it, `facts`, or `history`.
   */
  found_in: string[];
  /**
   * Whether the question only implies it: the kind of value that `how much` asks for.
   */
  implicit: boolean;
  /**
   * What kind of thing it is.
   */
  kind: RequirementKind;
  /**
   * Where in the question, in UTF-8 bytes.
   */
  span: Span;
  /**
   * As the question has it.
   */
  text: string;
  /**
   * The same in UTF-16 code units.
   */
  utf16: Utf16Span;
}

/**
 * A kind of thing that a question asks for.
 */
export type RequirementKind = 'entity' | 'metric' | 'period' | 'value' | 'recency' | 'combination';

/**
 * An answer that somebody sends to the queue, whatever its verdict: `POST /api/reviews`.
 */
export interface ReviewAdd {
  /**
   * Why it is sent.
   */
  note?: string | null;
  /**
   * The answer with what it should rest on. It is checked anew.
   */
  request: Request;
}

/**
 * A change of one item: `PATCH /api/reviews/{id}`. What is absent stays; an empty text takes away.
 */
export interface ReviewChange {
  /**
   * Who takes care of it.
   */
  assignee?: string | null;
  /**
   * What should have stood there.
   */
  corrected_value?: string | null;
  /**
   * All decisions on single claims, in place of those there were.
   */
  decisions?: ClaimDecision[] | null;
  /**
   * What the reviewer notes.
   */
  note?: string | null;
  /**
   * Where it stands now. Any status may follow any other: a decision can be undone.
   */
  status?: ReviewStatus | null;
  /**
   * The version of the item that the change was made on. Where it has another one by now, nothing changes.
   */
  version: number;
}

/**
 * What there is to filter by.
 */
export interface ReviewChoices {
  /**
   * Everybody who takes care of an item, in alphabetical order; at most 200.
   */
  assignees: string[];
  /**
   * All models of items, likewise.
   */
  models: string[];
  /**
   * All providers of items, likewise.
   */
  providers: string[];
}

/**
 * What a change of a version that is not the item's any more is answered with (409): nothing was changed.
 */
export interface ReviewConflict {
  /**
   * What happened.
   */
  error: InputError;
  /**
   * The item as it is now.
   */
  item: ReviewItem;
}

/**
 * What there is to be judged.
 */
export type ReviewContent =
  | {
      /**
       * The figures of document 2's `HallucinationReview`.
       */
      draft: ReviewDraft;
      kind: 'answer';
      /**
       * What was found.
       */
      report: Report;
      /**
       * What was checked.
       */
      request: Request;
    }
  | {
      kind: 'record';
      /**
       * What was found.
       */
      report: RecordReport;
    }
  | {
      kind: 'mention';
      /**
       * The mention.
       */
      mention: MentionRow;
    };

/**
 * What a flagged answer brings to the review queue (document 2, `HallucinationReview`); a store adds ids and times.
 */
export interface ReviewDraft {
  /**
   * The same after the penalty.
   */
  adjusted_confidence: number | null;
  /**
   * The contradicted and unsupported ones.
   */
  flagged_claims: FlaggedClaim[];
  /**
   * The whole answer.
   */
  original_answer: string;
  /**
   * The caller's confidence in it, where given.
   */
  original_confidence: number | null;
  /**
   * Always `pending` at first.
   */
  status: ReviewStatus;
  /**
   * All claims found.
   */
  total_claims: number;
  /**
   * Those contradicted or unsupported.
   */
  unverified_claims: number;
  /**
   * Those the evidence supports.
   */
  verified_claims: number;
}

/**
 * An item with all that somebody needs to judge it.
 */
export interface ReviewItem {
  /**
   * What there is to be judged.
   */
  content: ReviewContent;
  /**
   * What should have stood there.
   */
  corrected_value: string | null;
  /**
   * What was decided of single claims so far.
   */
  decisions: ClaimDecision[];
  /**
   * Fingerprints of what was found, by which it can be muted: one for each flagged claim or alert, without repeats.
   */
  fingerprints: string[];
  /**
   * What the reviewer noted.
   */
  note: string | null;
  /**
   * As the list shows it.
   */
  summary: ReviewSummary;
}

/**
 * What an item of the queue is about.
 */
export type ReviewKind = 'answer' | 'record' | 'mention';

/**
 * A page of the queue: the gravest first, of these the oldest.
 */
export interface ReviewPage {
  /**
   * The items.
   */
  items: ReviewSummary[];
  /**
   * What `after` must say for the next page; null on the last one.
   */
  next: string | null;
  /**
   * How many items the filter leaves, by status, whatever status it names.
   */
  totals: StatusTotals;
}

/**
 * Where an answer stands in the review queue (document 2, "Review Status").
 */
export type ReviewStatus = 'pending' | 'reviewed' | 'approved' | 'rejected';

/**
 * An item as the list shows it.
 */
export interface ReviewSummary {
  /**
   * Who takes care of it.
   */
  assignee: string | null;
  /**
   * When it entered the queue: RFC 3339, UTC, to the second.
   */
  created_at: string;
  /**
   * How many claims, alerts or sources did not hold.
   */
  flagged: number;
  /**
   * Its id in the store.
   */
  id: number;
  /**
   * What it is about.
   */
  kind: ReviewKind;
  /**
   * Which of the provider's models.
   */
  model: string | null;
  /**
   * Who answered, where the request said so.
   */
  provider: string | null;
  /**
   * How grave what was found is.
   */
  risk: Risk;
  /**
   * Where it stands.
   */
  status: ReviewStatus;
  /**
   * What it is about in a line: the answer's beginning, the record's profile, the mention's name. At most 160 characters; a
   * record's holds no more than the last four digits of an account number.
   */
  title: string;
  /**
   * When it changed last.
   */
  updated_at: string;
  /**
   * Counts its changes, from 1. A change names the version it was made on.
   */
  version: number;
}

/**
 * How many items people have decided, and how.
 */
export interface ReviewedCounts {
  /**
   * Rejected: what was flagged is a hallucination. True positives.
   */
  confirmed: number;
  /**
   * Approved: what was flagged is right. False positives.
   */
  false_positives: number;
}

/**
 * How much harm the answer could do as it stands.
 */
export type Risk = 'low' | 'medium' | 'high' | 'critical';

/**
 * How many mentions there are of each risk.
 */
export interface RiskCounts {
  /**
   * Reliability under the policy's medium threshold.
   */
  high: number;
  /**
   * At the upper threshold or above.
   */
  low: number;
  /**
   * Between the two thresholds.
   */
  medium: number;
}

/**
 * Who said a turn.
 */
export type Role = 'user' | 'assistant' | 'system' | 'tool';

/**
 * The text that goes out instead of an answer.
 */
export interface SafeResponse {
  /**
   * What was done, by the answer's risk.
   */
  action: Action;
  /**
   * How it differs from the answer, in the answer's order.
   */
  edits: Edit[];
  /**
   * The text to show.
   */
  text: string;
}

/**
 * Which facts apply: only those of this entity and period, and those that name none.
 */
export interface Scope {
  /**
   * The entity: a property, a company, or its number.
   */
  entity?: Label | null;
  /**
   * The period: `2024-Q3`, `Q3 2024`, `December 2024`, `FY2024`.
   */
  period?: Label | null;
}

/**
 * A sentence of the answer and what of it was checked.
 */
export interface SentenceCoverage {
  /**
   * The kinds of its claims that are decided, each once; empty where none is.
   */
  by: ClaimKind[];
  /**
   * How far it was checked.
   */
  extent: Extent;
  /**
   * Where it is, in UTF-8 bytes of the answer.
   */
  span: Span;
  /**
   * The same place in UTF-16 units.
   */
  utf16: Utf16Span;
}

/**
 * A claim that is settled: the event `claim`, in the order in which they settle.
 */
export interface SettledClaim {
  /**
   * The claim and what the verifier says of it.
   */
  claim: GroundedClaim;
  /**
   * How many claims are settled, with this one.
   */
  settled: number;
  /**
   * What the answer has taken so far.
   */
  usage: VerifierUsage;
}

/**
 * How much a finding weighs (document 3).
 */
export type Severity = 'low' | 'medium' | 'high' | 'critical';

/**
 * How many alerts there are of each severity.
 */
export interface SeverityCounts {
  /**
   * Each rejects the record.
   */
  critical: number;
  /**
   * Three of them reject it.
   */
  high: number;
  /**
   * For monitoring.
   */
  low: number;
  /**
   * For monitoring.
   */
  medium: number;
}

/**
 * A document that the answer may rest on.
 */
export interface Source {
  /**
   * Unique in the request; evidence and citation markers name it.
   */
  id: string;
  /**
   * Where its content comes from.
   */
  kind?: SourceKind | null;
  /**
   * Its whole text; tables as pipes, Markdown, CSV, HTML or aligned text.
   */
  text: string;
  /**
   * Its title, for people.
   */
  title?: string | null;
  /**
   * Where it can be found, for people.
   */
  url?: string | null;
}

/**
 * Where a source's content comes from (document 4); decides how far it can be relied on.
 */
export type SourceKind = 'direct_observation' | 'file_content' | 'inference' | 'user_statement' | 'unknown';

/**
 * The source reliability report on stored mentions.
 */
export interface SourceReport {
  /**
   * Their mean reliability, 0 to 1; null where there are none.
   */
  average_reliability?: number | null;
  /**
   * By day, the oldest first; days without mentions are left out.
   */
  days: DayRow[];
  /**
   * Which mentions it is about.
   */
  filter: ReportFilter;
  /**
   * The least reliable of high risk.
   */
  high_risk: MentionPage;
  /**
   * How many have a reliability from 0 to under 0.1, from 0.1 to under 0.2, … from 0.9 to 1.
   *
   * @minItems 10
   * @maxItems 10
   */
  histogram: [number, number, number, number, number, number, number, number, number, number];
  /**
   * How many scored mentions the filter leaves.
   */
  mentions: number;
  /**
   * By provider and model, the most reliable first.
   */
  models: ModelRow[];
  /**
   * How many of each risk.
   */
  risk: RiskCounts;
  /**
   * The version of this contract.
   */
  schema_version: number;
  /**
   * How much is stored, whatever the filter.
   */
  stored: StoredTotals;
}

/**
 * A half-open range `start..end` of UTF-8 bytes in the text it belongs to, always on character boundaries.
 */
export interface Span {
  /**
   * One past the last byte.
   */
  end: number;
  /**
   * The first byte.
   */
  start: number;
}

/**
 * A statement of the conversation and where it stands.
 */
export interface Stated {
  /**
   * Where in that text, in UTF-8 bytes: the value or the words that contradict.
   */
  span: Span;
  /**
   * The sentence that it stands in.
   */
  text: string;
  /**
   * The turn's place in `history`, counted from 0; null for the answer itself.
   */
  turn: number | null;
  /**
   * The same in UTF-16 code units.
   */
  utf16: Utf16Span;
}

/**
 * What the evidence says of a claim. Four values, never two: nothing found and nothing given are not the same.
 */
export type Status = 'supported' | 'contradicted' | 'unsupported' | 'unverifiable';

/**
 * What became of claims: how many have each status.
 */
export interface StatusCounts {
  /**
   * The evidence says something else.
   */
  contradicted: number;
  /**
   * Labelled, and not found to be a claim at all.
   */
  not_found: number;
  /**
   * The evidence says so.
   */
  supported: number;
  /**
   * None of the evidence says so.
   */
  unsupported: number;
  /**
   * Not decided.
   */
  unverifiable: number;
}

/**
 * How many items stand where.
 */
export interface StatusTotals {
  /**
   * False positives.
   */
  approved: number;
  /**
   * Awaiting review.
   */
  pending: number;
  /**
   * Hallucinations.
   */
  rejected: number;
  /**
   * Under review.
   */
  reviewed: number;
}

/**
 * How much is stored, whatever the filter.
 */
export interface StoredTotals {
  /**
   * Responses of the example data.
   */
  examples: number;
  /**
   * Responses that could not be scored however often it was tried. They are in no figure of the report.
   */
  failed: number;
  /**
   * Their mentions.
   */
  mentions: number;
  /**
   * Responses that wait to be checked and scored, or are being so.
   */
  pending: number;
  /**
   * Responses.
   */
  responses: number;
  /**
   * Mentions that are scored.
   */
  scored: number;
}

/**
 * The answer and what was found in it: the event `done`, the last one.
 */
export interface StreamAnswer {
  /**
   * Whether the answer may stand: it is whole, its report is `clean`, and nothing needs to be said instead. Nothing else is an
   * all-clear; of a partial answer even a `clean` report speaks only for what was said.
   */
  all_clear: boolean;
  /**
   * What was said: all deltas.
   */
  answer: string;
  /**
   * What came out.
   */
  completion_tokens: number | null;
  /**
   * How long it took, in milliseconds.
   */
  elapsed_ms: number;
  /**
   * Why it ends there.
   */
  ending: StreamEnding;
  /**
   * What failed, where the ending is `failed`; else null.
   */
  error: InputError | null;
  /**
   * How long it took until the first words, in milliseconds.
   */
  first_delta_ms: number;
  /**
   * Which of its models.
   */
  model: string;
  /**
   * What was found in what was said, and the text that goes out instead. Its report is that of `POST /api/analyze`, byte for byte.
   */
  monitor: MonitorReport;
  /**
   * Whether the model would have said more: every ending but `complete`.
   */
  partial: boolean;
  /**
   * What went in, in the provider's tokens; null where the provider does not say.
   */
  prompt_tokens: number | null;
  /**
   * Whom.
   */
  provider: string;
  /**
   * The item of the review queue, where the answer entered; else null.
   */
  review_id: number | null;
  /**
   * How often the provider was asked until it answered.
   */
  tries: number;
}

/**
 * More of the answer: the event `delta`. What it brought, a `MonitorUpdate`, follows as the event `update`, where it brought anything.
 */
export interface StreamDelta {
  /**
   * The answer goes on with this; never empty.
   */
  text: string;
}

/**
 * Why an answer has no more words.
 */
export type StreamEnding = 'complete' | 'interrupted' | 'length' | 'filtered' | 'failed';

/**
 * The provider was told to stop, and says no more: the event `interruption`. What goes out instead follows in `done`.
 */
export interface StreamInterruption {
  /**
   * How long the answer is, in UTF-8 bytes.
   */
  length: number;
  /**
   * The most certain warning.
   */
  warning: Warning;
}

/**
 * A question for a provider, and what its answer should rest on: a `MonitorRequest` with whom to ask, and how.
 */
export interface StreamRequest {
  /**
   * As [`MonitorRequest::as_of`].
   */
  as_of?: string | null;
  /**
   * As [`MonitorRequest::confidence`].
   */
  confidence?: number | null;
  /**
   * How long the whole answer may take, in seconds, at most 600; what was said by then is judged. 120 where absent.
   */
  deadline_seconds?: number | null;
  /**
   * As [`MonitorRequest::facts`].
   */
  facts?: Facts;
  /**
   * The conversation so far, oldest first. The model sees it, and what it says is compared with it.
   */
  history?: Turn[];
  /**
   * As [`MonitorRequest::id`].
   */
  id?: string | null;
  /**
   * What the model is told about its task, before anything else.
   */
  instructions?: string | null;
  /**
   * As [`MonitorRequest::locale`].
   */
  locale?: Locale | null;
  /**
   * How long the answer may get, in the model's tokens.
   */
  max_tokens?: number | null;
  /**
   * The model; the provider's default where it has one.
   */
  model?: string | null;
  /**
   * As [`MonitorRequest::monitor`]; an `interruption_threshold` of 1 never interrupts.
   */
  monitor?: MonitorPolicyOverrides | null;
  /**
   * As [`MonitorRequest::policy`].
   */
  policy?: PolicyOverrides | null;
  /**
   * The provider's name, one of `GET /api/providers`; the first that is ready and has a default model where absent.
   */
  provider?: string | null;
  /**
   * What is asked; not empty, at most 256 KiB.
   */
  question: string;
  /**
   * As [`MonitorRequest::scope`].
   */
  scope?: Scope | null;
  /**
   * Whether the model is shown the sources and facts, to answer from them. Without them it answers from what it knows.
   */
  show_evidence?: boolean;
  /**
   * As [`MonitorRequest::sources`].
   */
  sources?: Source[];
  /**
   * From 0, the most likely words, to 2; the provider's own where absent.
   */
  temperature?: number | null;
}

/**
 * Who is about to be asked: the event `start`, before anybody is.
 */
export interface StreamStart {
  /**
   * Whether what the question needs is at hand.
   */
  knowledge: KnowledgeCheck;
  /**
   * Which of its models.
   */
  model: string;
  /**
   * Whom.
   */
  provider: string;
}

/**
 * A change of a setting that the reviews speak for: under it more decided claims are judged as people did. Nobody applies it but a
 * person.
 */
export interface Suggestion {
  /**
   * What it is now, in the policy's unit.
   */
  current: number;
  /**
   * What that would do.
   */
  effect: SuggestionEffect;
  /**
   * What applies it in the environment: `HALLUCINATION_CURRENCY_TOLERANCE=6.3`.
   */
  environment: string;
  /**
   * The setting's name in the policy: `currency_tolerance_ratio`.
   */
  setting: string;
  /**
   * What it could be.
   */
  suggested: number;
}

/**
 * What a suggestion would do to the answers that people decided, found by checking them all again.
 */
export interface SuggestionEffect {
  /**
   * False positives that would come besides.
   */
  false_positives_added: number;
  /**
   * False positives that would not be flagged any more.
   */
  false_positives_removed: number;
  /**
   * Hallucinations that would be flagged besides.
   */
  hallucinations_found: number;
  /**
   * Hallucinations that would not be flagged any more.
   */
  hallucinations_missed: number;
  /**
   * How many decided claims were checked again.
   */
  reviewed: number;
}

/**
 * Summary figures over all claims of the report.
 */
export interface Summary {
  /**
   * `original_confidence - confidence_adjustment`, not under 0, four decimals.
   */
  adjusted_confidence: number | null;
  /**
   * What is subtracted from the caller's confidence: the policy's `flagged_penalty_points` where flagged, else 0.
   */
  confidence_adjustment: number;
  /**
   * `unverified_claims / (verified_claims + unverified_claims)`, 0 to 1, four decimals; null where no claim was checked.
   */
  hallucination_rate: number | null;
  /**
   * Whether a claim is contradicted or unsupported.
   */
  has_hallucinations: boolean;
  /**
   * The caller's confidence, where given.
   */
  original_confidence: number | null;
  /**
   * All claims found; the sum of the three counts below.
   */
  total_claims: number;
  /**
   * Claims that nothing given, or allowed, could decide.
   */
  unverifiable_claims: number;
  /**
   * Contradicted and unsupported claims.
   */
  unverified_claims: number;
  /**
   * Supported claims.
   */
  verified_claims: number;
}

/**
 * A form of text that models make up (document 3, "Pattern Matching").
 */
export interface SuspiciousPattern {
  /**
   * What is wrong with it, for people.
   */
  meaning: string;
  /**
   * Words with blanks between, in any case: `<word>` is any word of letters, `<number>` one of digits, `<stars>` a run of `*`, `x`,
   * `#` or `•`, anything else itself.
   */
  pattern: string;
}

/**
 * Answers with one tag.
 */
export interface TagRow {
  /**
   * Its answers.
   */
  confusion: Confusion;
  /**
   * The tag.
   */
  tag: string;
}

/**
 * A token that could have stood at a place.
 */
export interface TopLogprob {
  /**
   * The natural logarithm of its probability. One above 0 makes the answer unreadable; -9999 is less than can be said.
   */
  logprob: number;
  /**
   * Its text.
   */
  token: string;
}

/**
 * One earlier turn of the conversation.
 */
export interface Turn {
  /**
   * Who said it.
   */
  role: Role;
  /**
   * What was said.
   */
  text: string;
}

/**
 * A link that was checked.
 */
export interface UrlCheck {
  /**
   * Whether this is the result of an earlier check that still holds.
   */
  cached: boolean;
  /**
   * The URL in its canonical form, which is what was asked; null where it is none.
   */
  canonical_url: string | null;
  /**
   * When it was checked: RFC 3339, UTC, to the second.
   */
  checked_at: string;
  /**
   * Where the redirects led in the end, or the URL itself; null where it was never to be asked.
   */
  final_url: string | null;
  /**
   * Reason or rule in words, for people.
   */
  message: string;
  /**
   * Whether it, and all it redirected to, may be asked.
   */
  policy: UrlPolicy;
  /**
   * Why it has that state.
   */
  reason: UrlReason;
  /**
   * Every redirect on the way, the one that was refused included.
   */
  redirects: UrlRedirect[];
  /**
   * The rule that decided; of the redirect, where that is what was refused.
   */
  rule: UrlRule;
  /**
   * Whether the source is there.
   */
  state: UrlState;
  /**
   * The last status that was received, null where there was none.
   */
  status_code: number | null;
  /**
   * The URL as it was given.
   */
  url: string;
}

/**
 * What `POST /api/urls/check` takes.
 */
export interface UrlCheckRequest {
  /**
   * The URLs to check, at most 1,000. One that is there twice is asked once and answered twice.
   */
  urls: string[];
}

/**
 * Whether a URL may be asked.
 */
export type UrlPolicy = 'allow' | 'block' | 'invalid';

/**
 * Why a link has the state it has.
 */
export type UrlReason =
  | 'ok'
  | 'invalid_url'
  | 'blocked'
  | 'no_such_host'
  | 'not_found'
  | 'gone'
  | 'needs_login'
  | 'forbidden'
  | 'method_not_allowed'
  | 'rate_limited'
  | 'server_error'
  | 'unexpected_status'
  | 'too_many_redirects'
  | 'timed_out'
  | 'dns_failed'
  | 'connect_failed'
  | 'tls_failed'
  | 'broken_response'
  | 'not_confirmed'
  | 'not_checked';

/**
 * A redirect that was followed, or was about to be.
 */
export interface UrlRedirect {
  /**
   * The status that sent us on.
   */
  status_code: number;
  /**
   * Where to.
   */
  url: string;
}

/**
 * The rule that decided whether a URL may be asked.
 */
export type UrlRule =
  | 'public_name'
  | 'public_address'
  | 'allowed_host'
  | 'empty'
  | 'too_long'
  | 'control_character'
  | 'no_scheme'
  | 'not_absolute'
  | 'backslash'
  | 'no_host'
  | 'malformed'
  | 'long_label'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'internal_name'
  | 'single_label_name'
  | 'unspecified'
  | 'loopback'
  | 'private'
  | 'shared_space'
  | 'link_local'
  | 'platform_service'
  | 'protocol_assignment'
  | 'documentation'
  | 'benchmarking'
  | 'relay_anycast'
  | 'multicast'
  | 'reserved'
  | 'unique_local'
  | 'site_local'
  | 'embedded_ipv4'
  | 'teredo'
  | 'other_peer';

/**
 * Whether a source is there.
 */
export type UrlState = 'reachable' | 'unreachable' | 'unknown';

/**
 * A decision about a URL, without any network: what `groundcheck urls --dry-run` prints.
 */
export interface UrlVerdict {
  /**
   * The URL in its canonical form, which is what is asked; null where it is none.
   */
  canonical_url: string | null;
  /**
   * The rule in words, with the address that broke it, for people.
   */
  message: string;
  /**
   * Whether it may be asked.
   */
  policy: UrlPolicy;
  /**
   * The rule that decided.
   */
  rule: UrlRule;
  /**
   * The URL as it was given.
   */
  url: string;
}

/**
 * The same half-open range in UTF-16 code units: what JavaScript's `slice` takes.
 */
export interface Utf16Span {
  /**
   * One past the last code unit.
   */
  end: number;
  /**
   * The first code unit.
   */
  start: number;
}

/**
 * What the checks that ran say of the answer as a whole.
 */
export type Verdict = 'clean' | 'flagged' | 'unverified' | 'error';

/**
 * Why the verdict is what it is.
 */
export type VerdictReason =
  | 'all_supported'
  | 'contradicted'
  | 'unsupported'
  | 'finding'
  | 'nothing_to_check'
  | 'no_evidence'
  | 'undecided'
  | 'check_failed';

/**
 * What is about to be asked: the event `plan`, before anything is spent.
 */
export interface VerificationPlan {
  /**
   * How many questions will be put to the provider; more where it turns out to give no log probabilities.
   */
  calls: number;
  /**
   * The claims, in the order of the answer.
   */
  claims: PlannedClaim[];
  /**
   * How long it may take, in seconds.
   */
  deadline_seconds: number;
  /**
   * About what that costs, in US dollars; null where the prices are not known.
   */
  estimated_cost_usd: number | null;
  /**
   * About how many tokens that takes, in and out.
   */
  estimated_tokens: number;
  /**
   * Questions whose answer is known already.
   */
  known: number;
  /**
   * Whether it gives log probabilities, as far as it is known.
   */
  logprobs: LogprobSupport;
  /**
   * The method that will decide.
   */
  method: GroundingMethod;
  /**
   * Which of its models.
   */
  model: string;
  /**
   * Whom.
   */
  provider: string;
  /**
   * How many claims are left out, for `max_claims`.
   */
  unchecked_claims: number;
}

/**
 * Every threshold of the LLM verifier, with its default.
 */
export interface VerifierPolicy {
  /**
   * The confidence that a claim must exceed to be grounded (method `evidence_use`).
   */
  confidence_threshold?: number;
  /**
   * The share of a passage's word runs above which it counts as a copy of the cited text and is redacted with it.
   */
  copy_overlap_ratio?: number;
  /**
   * How much the posterior must exceed the prior for cited evidence to count as used; a claim whose posterior is that much lower is contradicted.
   */
  evidence_use_threshold?: number;
  /**
   * The share of claims that must be grounded for the answer to be.
   */
  grounding_ratio_threshold?: number;
  /**
   * The posterior under which a claim is never supported (method `directional`).
   */
  lowest_supported_posterior?: number;
  /**
   * The most claims of an answer that are verified, the first ones; the others are counted.
   */
  max_claims?: number;
  /**
   * The fewest characters, without citation marks, that make a sentence a claim.
   */
  min_claim_chars?: number;
  /**
   * The posterior above which the verifier counts as sure (method `evidence_use`).
   */
  sure_posterior_threshold?: number;
  /**
   * The posterior that the evidence should lift a claim to (methods `budget` and `directional`).
   */
  target_posterior?: number;
}

/**
 * The fields of `VerifierPolicy` that a request, a file or the environment changes; absent ones stay as they are.
 */
export interface VerifierPolicyOverrides {
  /**
   * The confidence that a claim must exceed to be grounded (method `evidence_use`).
   */
  confidence_threshold?: number | null;
  /**
   * The share of a passage's word runs above which it counts as a copy of the cited text and is redacted with it.
   */
  copy_overlap_ratio?: number | null;
  /**
   * How much the posterior must exceed the prior for cited evidence to count as used; a claim whose posterior is that much lower is contradicted.
   */
  evidence_use_threshold?: number | null;
  /**
   * The share of claims that must be grounded for the answer to be.
   */
  grounding_ratio_threshold?: number | null;
  /**
   * The posterior under which a claim is never supported (method `directional`).
   */
  lowest_supported_posterior?: number | null;
  /**
   * The most claims of an answer that are verified, the first ones; the others are counted.
   */
  max_claims?: number | null;
  /**
   * The fewest characters, without citation marks, that make a sentence a claim.
   */
  min_claim_chars?: number | null;
  /**
   * The posterior above which the verifier counts as sure (method `evidence_use`).
   */
  sure_posterior_threshold?: number | null;
  /**
   * The posterior that the evidence should lift a claim to (methods `budget` and `directional`).
   */
  target_posterior?: number | null;
}

/**
 * Who was asked about an answer, and what it took.
 */
export interface VerifierRun {
  /**
   * How long it took, in milliseconds.
   */
  elapsed_ms: number;
  /**
   * Why asking failed, each reason once.
   */
  errors: InputError[];
  /**
   * Whether it gives log probabilities.
   */
  logprobs: LogprobSupport;
  /**
   * Which of its models.
   */
  model: string;
  /**
   * How many claims were not verified: asking failed, was stopped, or gave nothing that could be read.
   */
  not_verified_claims: number;
  /**
   * The provider's name.
   */
  provider: string;
  /**
   * What it took.
   */
  usage: VerifierUsage;
}

/**
 * What verifying an answer has taken so far.
 */
export interface VerifierUsage {
  /**
   * Questions that were put to the provider, those that failed included; further tries of one question are not counted.
   */
  calls: number;
  /**
   * What came out.
   */
  completion_tokens: number;
  /**
   * What it cost, in US dollars, by the prices of the provider's entry; null where they are not known.
   */
  cost_usd: number | null;
  /**
   * Questions whose answer was known already.
   */
  known: number;
  /**
   * What went in, in the provider's tokens.
   */
  prompt_tokens: number;
  /**
   * Answers that do not say how many tokens they took; these are missing above and from the cost.
   */
  uncounted: number;
}

/**
 * `verify` of a request: `true`, or how.
 */
export type Verify = boolean | VerifyOptions;

/**
 * Whom to ask, how to decide, and how far to go.
 */
export interface VerifyOptions {
  /**
   * How many tokens, in and out, may be spent on this answer; claims beyond them are not verified.
   */
  budget_tokens?: number | null;
  /**
   * What may be spent on this answer, in US dollars; claims beyond it are not verified. Takes a provider whose prices are known.
   */
  budget_usd?: number | null;
  /**
   * How long the whole answer may take, in seconds, at most 600; claims that are not settled by then are not verified. 60 where absent.
   */
  deadline_seconds?: number | null;
  /**
   * How posterior and prior become a decision.
   */
  method?: GroundingMethod;
  /**
   * The model; the provider's default where it has one.
   */
  model?: string | null;
  /**
   * Thresholds that differ from the defaults.
   */
  policy?: VerifierPolicyOverrides | null;
  /**
   * The provider's name, one of `GET /api/providers`; the first that is ready and has a default model where absent.
   */
  provider?: string | null;
  /**
   * Which sentences to ask about. Where absent: all, but in a request to `POST /api/analyze`, whose report decides the others, those that
   * it leaves open, in whole or in part.
   */
  sentences?: VerifySentences | null;
}

/**
 * An answer to have verified: `POST /api/verify`.
 */
export interface VerifyRequest {
  /**
   * The LLM's answer; not empty, at most 256 KiB.
   */
  answer: string;
  /**
   * As [`VerifyOptions::budget_tokens`].
   */
  budget_tokens?: number | null;
  /**
   * As [`VerifyOptions::budget_usd`].
   */
  budget_usd?: number | null;
  /**
   * As [`VerifyOptions::deadline_seconds`].
   */
  deadline_seconds?: number | null;
  /**
   * As [`VerifyOptions::method`].
   */
  method?: GroundingMethod;
  /**
   * As [`VerifyOptions::model`].
   */
  model?: string | null;
  /**
   * As [`VerifyOptions::policy`].
   */
  policy?: VerifierPolicyOverrides | null;
  /**
   * As [`VerifyOptions::provider`].
   */
  provider?: string | null;
  /**
   * As [`VerifyOptions::sentences`].
   */
  sentences?: VerifySentences | null;
  /**
   * The documents it should rest on.
   */
  sources?: Source[];
}

/**
 * Which sentences of an answer a language model is asked about. What rules have decided costs nothing and needs no model.
 */
export type VerifySentences =
  | 'all'
  | {
      at: Span[];
    };

/**
 * A pattern found while the answer is being written.
 */
export interface Warning {
  /**
   * The id of the claim it is about, or null.
   */
  claim: string | null;
  /**
   * How sure the detector is, 0 to 1.
   */
  confidence: number;
  /**
   * What it contradicts, or null.
   */
  contradiction: Contradiction | null;
  /**
   * What it is, for people, in the answer's language.
   */
  description: string;
  /**
   * What was found.
   */
  pattern: WarningPattern;
  /**
   * The words that show it, at most 100 characters.
   */
  segment: string;
  /**
   * Where in the answer, in UTF-8 bytes; the segment is its beginning.
   */
  span: Span;
  /**
   * The same in UTF-16 code units.
   */
  utf16: Utf16Span;
}

/**
 * A pattern that goes with made-up text, one detector each.
 */
export type WarningPattern =
  | 'contradicted_value'
  | 'unsupported_value'
  | 'low_confidence'
  | 'rising_specificity'
  | 'unknown_link'
  | 'unknown_citation'
  | 'unnamed_authority'
  | 'unknown_publication'
  | 'unfounded_certainty'
  | 'contradicts_earlier_turn'
  | 'contradicts_itself'
  | 'moved_definition';

/**
 * A case that did not come out as labelled.
 */
export interface WrongCase {
  /**
   * The claims it turned on.
   */
  claims: WrongClaim[];
  /**
   * Its id, where it has one.
   */
  id: string | null;
  /**
   * Its line, counted from 1.
   */
  line: number;
  /**
   * In what way.
   */
  mistake: Mistake;
}

/**
 * One claim of a `WrongCase`.
 */
export interface WrongClaim {
  /**
   * Its label; null where it has none.
   */
  expected: Status | null;
  /**
   * What was found; null where it was not found to be a claim.
   */
  found: Status | null;
  /**
   * Why, in the report's words.
   */
  reason: string | null;
  /**
   * As it stands in the answer.
   */
  text: string;
}
