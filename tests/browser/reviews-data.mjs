// A stand-in for the server's review queue: items in memory, served through Playwright's routes. What is said of each answer and record
// is the engine's own word: the server that runs is asked for it.

const PAGE = 50;
const GRAVITY = ['critical', 'high', 'medium', 'low'];
const LATER = '2026-11-21T12:00:00Z';

const post = async (address, path, body) => {
  const response = await fetch(address + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
};

function item(id, kind, title, risk, flagged, content, summary) {
  return {
    summary: {
      id, version: 1, kind, status: 'pending', risk, title, flagged, provider: null, model: null, assignee: null,
      created_at: '2026-11-20T09:30:00Z', updated_at: '2026-11-20T09:30:00Z', ...summary,
    },
    content: { kind, ...content },
    decisions: [],
    note: null,
    corrected_value: null,
    fingerprints: [`${kind}pattern${'abcdefgh'[id % 8]}`.padEnd(16, 'x').slice(0, 16)],
  };
}

/** An answer of the queue, as the engine sees it. */
export async function answerItem(address, id, request, summary = {}) {
  const report = await post(address, '/api/analyze', request);
  const flagged = report.claims.filter(({ status }) => status === 'contradicted' || status === 'unsupported');
  const draft = {
    original_answer: request.answer,
    original_confidence: null,
    adjusted_confidence: null,
    total_claims: report.claims.length,
    verified_claims: report.summary.verified_claims,
    unverified_claims: report.summary.unverified_claims,
    flagged_claims: flagged.map((claim) => ({ claim_type: claim.kind, value: claim.value, original_text: claim.text, verified: false })),
    status: 'pending',
  };
  return item(id, 'answer', request.answer.slice(0, 160), report.risk ?? 'low', flagged.length, { draft, request, report }, summary);
}

/** A record of the queue, as the engine sees it. */
export async function recordItem(address, id, request, summary = {}) {
  const report = await post(address, '/api/records/validate', request);
  const { critical, high } = report.summary.by_severity;
  const risk = critical ? 'critical' : high ? 'high' : 'medium';
  return item(id, 'record', request.profile, risk, report.summary.total_alerts, { report }, summary);
}

/** A mention of the queue. */
export function mentionItem(id, mention, summary = {}) {
  return item(id, 'mention', mention.brand_name, mention.risk, 1, { mention }, { provider: mention.provider, model: mention.model, ...summary });
}

const MEMO = [{ id: 'S1', title: 'Memo', text: 'The NOI for the property was $1,200,000 in Q3 2024. Occupancy stood at 94 %. The debt service coverage ratio was 1.25x.' }];
const PAGES = ['Westpac Banking Corporation\nStatement of account 034-123 456782, 1 March 2024 to 31 March 2024\nClosing balance $1,204.10', 'Transactions\n\n04 Mar  Card settlement  320.00'];

/** Six items of all three kinds: the gravest first. */
export async function exampleQueue(address, mention) {
  const record = {
    profile: 'bank_statement',
    record: { bank_name: 'Bank of Atlantis', account_number: '123456789', statement_period: '1 March 2087 to 31 March 2087', boundaries: [{ start_page: 1, end_page: 1 }, { start_page: 1, end_page: 2 }, { start_page: 7, end_page: 9 }] },
    document: { pages: PAGES },
    as_of: '2024-12-01',
  };
  const answers = [
    ['What did the property earn?', 'The NOI was $1.5M for the property in Q3 2024, at an occupancy of 94 % and a debt service coverage ratio of 1.4x.', 'openai'],
    [null, 'Occupancy stood at 89 %, and the NOI was $1,200,000.', 'openai'],
    [null, 'The NOI of Q3 2024 was $1,200,000. The rent roll names 48 tenants.', 'ollama'],
    [null, 'ה-NOI של הנכס היה $1.5M ברבעון השלישי, והתפוסה עמדה על 94 %.', 'ollama'],
  ];
  const items = [await recordItem(address, 1, record, { provider: 'ollama' })];
  for (const [i, [question, answer, provider]] of answers.entries()) {
    const request = { answer, sources: MEMO, ...(question ? { question } : {}) };
    items.push(await answerItem(address, i + 2, request, { provider, model: { openai: 'gpt-4o', ollama: 'llama3' }[provider] }));
  }
  items.push(mentionItem(6, mention));
  return new Queue(items);
}

/** The queue. Each change counts the item's version, as the server does. */
export class Queue {
  constructor(items = []) {
    this.items = items;
    this.events = [];
    this.muted = [];
  }

  find(id) {
    return this.items.find(({ summary }) => summary.id === Number(id));
  }

  page(params) {
    const wanted = (names) => ({ summary }) =>
      names.every((name) => !params.has(name) || (name === 'assignee' ? (summary.assignee ?? '') === params.get(name) : summary[name] === params.get(name)));
    const rest = this.items.filter(wanted(['kind', 'risk', 'assignee', 'provider']));
    const of = rest.filter(wanted(['status'])).map(({ summary }) => summary);
    of.sort((a, b) => GRAVITY.indexOf(a.risk) - GRAVITY.indexOf(b.risk) || a.id - b.id);
    const after = Number(params.get('after') ?? 0);
    const totals = { pending: 0, reviewed: 0, approved: 0, rejected: 0 };
    for (const { summary } of rest) totals[summary.status] += 1;
    return { items: of.slice(after, after + PAGE), next: after + PAGE < of.length ? String(after + PAGE) : null, totals };
  }

  choices() {
    const names = (name) => [...new Set(this.items.map(({ summary }) => summary[name]).filter(Boolean))].sort();
    return { assignees: names('assignee'), providers: names('provider'), models: names('model') };
  }

  /** Changes an item as a reviewer of this name. */
  change(id, { version, ...change }, actor = 'dana') {
    const found = this.find(id);
    if (version !== undefined && version !== found.summary.version) {
      return { status: 409, json: { error: { code: 'invalid_value', field: 'version', line: null, message: `is ${found.summary.version} by now` }, item: found } };
    }
    const text = (value) => (value === '' ? null : value);
    const { status, assignee, note, corrected_value, decisions } = change;
    if (status) found.summary.status = status;
    if (assignee !== undefined) found.summary.assignee = text(assignee);
    if (note !== undefined) found.note = text(note);
    if (corrected_value !== undefined) found.corrected_value = text(corrected_value);
    if (decisions) found.decisions = decisions;
    found.summary.version += 1;
    found.summary.updated_at = LATER;
    this.events.unshift({ number: this.events.length + 1, happened_at: '2026-11-21T12:00:00.000Z', actor, action: 'review.change', subject: `review ${id}`, amount: 1, detail: JSON.stringify(change), digest: 'a'.repeat(64) });
    return { json: found };
  }

  changeMany({ items, ...change }) {
    const rows = items.map(({ id, version }) => {
      if (!this.find(id)) return { id, outcome: 'missing', version: null };
      const { status = 200 } = this.change(id, { version, ...change });
      return { id, outcome: status === 409 ? 'conflict' : 'changed', version: this.find(id).summary.version };
    });
    return rows;
  }

  learning() {
    const counts = (confirmed, false_positives) => ({ confirmed, false_positives });
    const row = (group, name, confirmed, wrong, low, high) => ({ group, name, counts: counts(confirmed, wrong), precision: confirmed / (confirmed + wrong), low, high });
    const decided = this.items.some(({ summary }) => summary.status === 'approved' || summary.status === 'rejected');
    if (!decided) return { items: 0, counts: counts(0, 0), precision: [], suggestions: [], partial: false };
    return {
      items: 48,
      counts: counts(37, 11),
      precision: [
        row('claim_kind', 'currency', 18, 3, 0.65, 0.95), row('claim_kind', 'percentage', 12, 6, 0.44, 0.84), row('claim_kind', 'date', 7, 2, 0.45, 0.94),
        row('detector', 'contradicted_by_document', 24, 4, 0.69, 0.94), row('detector', 'unknown_name', 6, 1, 0.49, 0.97), row('detector', 'not_in_evidence', 7, 6, 0.29, 0.77),
        row('provider', 'openai', 16, 7, 0.49, 0.84), row('provider', 'ollama', 21, 4, 0.65, 0.94),
        row('month', '2026-10', 15, 6, 0.5, 0.86), row('month', '2026-11', 22, 5, 0.63, 0.92),
      ],
      suggestions: [
        { setting: 'percentage_tolerance_ratio', environment: 'HALLUCINATION_PERCENTAGE_TOLERANCE', current: 0.02, suggested: 0.035, effect: { reviewed: 18, false_positives_removed: 4, hallucinations_missed: 1, hallucinations_found: 0, false_positives_added: 0 } },
      ],
      partial: false,
    };
  }

  mutes() {
    return { mutes: this.muted };
  }

  mute({ item, fingerprint, note = null }) {
    const mute = { fingerprint, example: this.find(item).summary.title, note, actor: 'dana', created_at: LATER, kept_out: 3 };
    this.muted.unshift(mute);
    return mute;
  }
}

/** Figures of validated records; none without `records`. */
export function monitoring({ records = 412 } = {}) {
  const none = { phantom_statement: 0, fabricated_bank: 0, invalid_page_range: 0, impossible_dates: 0, nonsensical_account: 0, duplicate_boundaries: 0, missing_content: 0, inconsistent_data: 0 };
  const row = (name, all, rejected, alerts, by_type = none) => ({
    name, records: all, with_alerts: Math.min(all, rejected * 2), rejected, malformed: Math.round(rejected / 5), alerts,
    alert_rate: all ? alerts / all : null, rejection_rate: all ? rejected / all : null, by_type,
    by_severity: { critical: rejected, high: rejected, medium: 0, low: 0 },
    reviewed: all ? { confirmed: 21, false_positives: 4 } : { confirmed: 0, false_positives: 0 },
    false_positive_rate: all ? 0.16 : null,
  });
  if (!records) return { total: row(null, 0, 0, 0), providers: [], days: [] };
  const types = { ...none, phantom_statement: 14, fabricated_bank: 31, invalid_page_range: 9, impossible_dates: 22, nonsensical_account: 17, duplicate_boundaries: 6, inconsistent_data: 12 };
  const days = Array.from({ length: 14 }, (_, i) => row(`2026-11-${String(i + 8).padStart(2, '0')}`, 18 + ((i * 7) % 23), 1 + ((i * 5) % 8), 8));
  return { total: row(null, records, 53, 111, types), providers: [row('openai', 238, 19, 44), row('ollama', 151, 31, 61), row(null, 23, 3, 6)], days };
}

/**
 * Answers the page's requests about the queue and its kin from `server.queue`, and those about validated records with `server.monitoring`.
 * `server.fail` is an answer to give instead, or 'away'; it may be a function of the request. `server.hold` is a promise that answers wait for.
 */
export async function serveReviews(page, server) {
  server.asked = [];
  await page.route(/\/api\/(reviews|mutes|records\/monitoring)/, async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    const method = request.method();
    server.asked.push(`${method} ${url.pathname}${url.search}`);
    const body = request.postDataJSON?.() ?? null;
    await server.hold?.(method, url);
    const fail = typeof server.fail === 'function' ? server.fail(method, url) : server.fail;
    if (fail === 'away') return route.abort('connectionrefused');
    if (fail) return route.fulfill(fail);
    const { queue } = server;
    const [, id, history] = /^\/api\/reviews\/(\d+)(\/history)?$/.exec(url.pathname) ?? [];
    if (id && !queue.find(id)) return route.fulfill({ status: 404, json: { error: { code: 'invalid_value', field: null, line: null, message: 'no such item' } } });
    if (history) return route.fulfill({ json: { events: queue.events.filter(({ subject }) => subject === `review ${id}`), next: null } });
    if (id) return route.fulfill(method === 'PATCH' ? queue.change(id, body) : { json: queue.find(id) });
    switch (`${method} ${url.pathname}`) {
      case 'GET /api/reviews':
        return route.fulfill({ json: queue.page(url.searchParams) });
      case 'POST /api/reviews':
        server.sent = body;
        return route.fulfill({ status: 201, json: queue.items[0] });
      case 'GET /api/reviews/choices':
        return route.fulfill({ json: queue.choices() });
      case 'POST /api/reviews/bulk':
        return route.fulfill({ json: queue.changeMany(body) });
      case 'GET /api/reviews/learning':
        return route.fulfill({ json: queue.learning() });
      case 'GET /api/mutes':
        return route.fulfill({ json: queue.mutes() });
      case 'POST /api/mutes':
        return route.fulfill({ status: 201, json: queue.mute(body) });
      case 'GET /api/records/monitoring':
        return route.fulfill({ json: server.monitoring ?? monitoring() });
      default:
        if (method === 'DELETE') {
          queue.muted = queue.muted.filter(({ fingerprint }) => !url.pathname.endsWith(fingerprint));
          return route.fulfill({ json: { removed: 1 } });
        }
        return route.fulfill({ headers: { 'content-disposition': 'attachment; filename="groundcheck-reviews"' }, body: '{}\n' });
    }
  });
}
