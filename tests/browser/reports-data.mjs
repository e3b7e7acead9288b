// A stand-in for the server's reports: mentions in memory, reported on as the contract says, served through Playwright's routes.

const NO_CLAIMS = { supported: 0, contradicted: 0, unsupported: 0, open: 0, unverifiable: 0, open_share: null, sentences_checked: 0, sentences_partly: 0, sentences_not_checked: 0, checked_share: null };
const NO_FILTER = { query: null, provider: null, model: null, from: null, to: null };
const NO_CHECKS = {
  schema_version: 1, filter: NO_FILTER, keeps: false, models: [], days: [],
  total: { name: null, model: null, answers: 0, clean: 0, flagged: 0, unverified: 0, ...NO_CLAIMS },
};

const HIGH_BELOW = 0.4;
const LOW_FROM = 0.7;
const PAGE = 20;

function riskOf(reliability) {
  if (reliability >= LOW_FROM) return 'low';
  return reliability >= HIGH_BELOW ? 'medium' : 'high';
}

function counts(mentions) {
  const risk = { high: 0, medium: 0, low: 0 };
  for (const mention of mentions) risk[mention.risk] += 1;
  return risk;
}

function mean(mentions) {
  return mentions.reduce((sum, mention) => sum + mention.reliability, 0) / mentions.length;
}

function groups(mentions, key) {
  const found = new Map();
  for (const mention of mentions) {
    const name = key(mention);
    if (!found.has(name)) found.set(name, []);
    found.get(name).push(mention);
  }
  return found;
}

/** Stored mentions; `stored` overrides what is said of everything stored. */
export class Store {
  constructor(mentions = [], stored = {}) {
    this.all = mentions;
    this.more = stored;
  }

  get stored() {
    const responses = new Set(this.all.map((mention) => mention.response_id)).size;
    return { responses, mentions: this.all.length, scored: this.all.length, pending: 0, failed: 0, examples: 0, ...this.more };
  }

  filtered(filter) {
    return this.all.filter(
      (mention) =>
        ['query', 'provider', 'model'].every((name) => filter[name] === null || mention[name] === filter[name]) &&
        (filter.from === null || mention.asked_at.slice(0, 10) >= filter.from) &&
        (filter.to === null || mention.asked_at.slice(0, 10) <= filter.to),
    );
  }

  report(filter) {
    const mentions = this.filtered(filter);
    const histogram = Array(10).fill(0);
    for (const { reliability } of mentions) histogram[Math.min(9, Math.floor(reliability * 10 + 1e-9))] += 1;
    const figures = (of) => ({ mentions: of.length, average_reliability: mean(of), risk: counts(of) });
    const models = [...groups(mentions, ({ provider, model }) => JSON.stringify([provider, model]))].map(([name, of]) => {
      const [provider, model] = JSON.parse(name);
      return { provider, model, ...figures(of) };
    });
    models.sort((a, b) => b.average_reliability - a.average_reliability);
    const days = [...groups(mentions, ({ asked_at }) => asked_at.slice(0, 10))].map(([date, of]) => ({ date, ...figures(of) }));
    days.sort((a, b) => a.date.localeCompare(b.date));
    return {
      schema_version: 1,
      filter,
      stored: this.stored,
      mentions: mentions.length,
      average_reliability: mentions.length ? mean(mentions) : null,
      risk: counts(mentions),
      histogram,
      models,
      days,
      high_risk: this.page(filter, 'high', 0),
    };
  }

  page(filter, risk, after, most = PAGE) {
    const of = this.filtered(filter).filter((mention) => mention.risk === risk);
    of.sort((a, b) => a.reliability - b.reliability || a.mention_id - b.mention_id);
    const end = after + most;
    return { mentions: of.slice(after, end), next: end < of.length ? String(end) : null };
  }

  choices() {
    const models = [...new Set(this.all.map(({ provider, model }) => JSON.stringify({ provider, model })))].sort().map((m) => JSON.parse(m));
    return { queries: [...new Set(this.all.map(({ query }) => query))], models };
  }
}

/** A mention; what is not given is ordinary. */
export function mention(id, fields) {
  const reliability = fields.reliability ?? 0.8;
  return {
    mention_id: id,
    response_id: fields.response_id ?? 1,
    query: 'Best AI companies',
    provider: 'openai',
    model: 'gpt-4o',
    asked_at: '2026-11-17T09:30:00Z',
    brand_name: `Company ${id}`,
    rank: 1,
    explanation: null,
    reliability,
    risk: riskOf(reliability),
    has_source: (fields.sources ?? []).length > 0,
    accessible: null,
    sources: [],
    ...fields,
  };
}

/** A cited source; what is not given says that it was reached. */
export function source(url, fields = {}) {
  return { url, title: null, is_valid: true, state: 'reachable', reason: 'ok', status_code: 200, checked_at: '2026-11-17T09:31:00Z', ...fields };
}

const GONE = { state: 'unreachable', reason: 'not_found', status_code: 404 };
const REFUSED = { state: 'unknown', reason: 'forbidden', status_code: 403 };

/** Fifteen mentions of two models: 0.68 on average, 2 high, 5 medium, 8 low. */
export function exampleMentions() {
  const asked = { openai: ['2026-11-16', '2026-11-18', '2026-11-20'], ollama: ['2026-11-16', '2026-11-19', '2026-11-20'] };
  const rows = [
    ['openai', 'Northwind AI', 0.95], ['openai', 'Lakeshore Labs', 0.9], ['openai', 'Brightline', 0.85], ['openai', 'Oak & Ember', 0.8],
    ['openai', 'Harbour Systems', 0.75], ['openai', 'Sundial', 0.65], ['openai', 'Meridian Works', 0.6], ['openai', 'Calder', 0.5],
    ['ollama', 'Northwind AI', 0.88], ['ollama', 'Brightline', 0.85], ['ollama', 'Lakeshore Labs', 0.76], ['ollama', 'Tern Robotics', 0.55],
    ['ollama', 'Calder', 0.5], ['ollama', 'Quillon', 0.38], ['ollama', 'CompetitorX', 0.35],
  ];
  const sources = {
    'CompetitorX': [],
    'Quillon': [source('https://news.example/2026/quillon-raises', { title: 'Quillon raises again', ...GONE }), source('https://quillon.example/', { title: 'Quillon', ...REFUSED })],
  };
  const why = {
    'CompetitorX': 'Said to lead the market in automation, with offices on three continents.',
    'Quillon': 'Named for its recent funding and for tools that smaller teams adopt quickly.',
  };
  return rows.map(([provider, brand_name, reliability], i) => {
    const slug = brand_name.toLowerCase().replace(/\W+/g, '-');
    return mention(i + 1, {
      provider,
      model: { openai: 'gpt-4o', ollama: 'llama3' }[provider],
      response_id: { openai: 1, ollama: 4 }[provider] + (i % 3),
      asked_at: `${asked[provider][i % 3]}T09:30:00Z`,
      brand_name,
      reliability,
      rank: brand_name === 'CompetitorX' ? 4 : (i % 8) + 1,
      explanation: why[brand_name] ?? 'Named for its products and the customers it lists.',
      sources: sources[brand_name] ?? [source(`https://${slug}.example/about`, { title: brand_name })],
    });
  });
}

/** 100,000 mentions of nine models over two years, and always the same ones. */
export function manyMentions(count = 100_000) {
  let seed = 42;
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed / 2_147_483_648;
  };
  const models = [
    ['openai', 'gpt-4o', 0.2], ['openai', 'gpt-4o-mini', 0.12], ['openai', 'o4-mini', 0.16], ['vllm', 'qwen3-32b-instruct', 0.06], ['vllm', 'mistral-small-24b', 0.02],
    ['ollama', 'llama3', -0.08], ['ollama', 'gemma3:27b', 0.0], ['llama.cpp', 'phi-4-q4', -0.12], ['llama.cpp', 'tinyllama-1.1b-chat-v1.0.Q4_K_M', -0.24],
  ];
  const queries = ['Best AI companies', 'Which bank has the lowest fees?', 'Top logistics providers in Europe', 'מהן חברות הסייבר המובילות?'];
  const first = Date.UTC(2024, 11, 1);
  return Array.from({ length: count }, (_, i) => {
    const [provider, model, shift] = models[Math.floor(random() ** 1.4 * models.length)];
    const day = Math.floor(random() * 720);
    const spread = (random() + random() + random()) / 3 - 0.5;
    const reliability = Math.round(Math.min(1, Math.max(0, 0.6 + shift + spread * 1.1 + (day / 720) * 0.12)) * 100) / 100;
    const id = i + 1;
    const link = source(`https://site-${id % 977}.example/articles/${id}`, { title: `Article ${id}`, ...[GONE, REFUSED, {}, GONE][id % 4] });
    return mention(id, {
      provider,
      model,
      response_id: Math.floor(i / 5) + 1,
      query: queries[id % queries.length],
      asked_at: new Date(first + day * 86_400_000 + 34_200_000).toISOString().replace('.000Z', 'Z'),
      brand_name: `Company ${id % 1_313}`,
      rank: (id % 5) + 1,
      reliability,
      explanation: 'Named for its products and the customers it lists.',
      sources: id % 3 ? [link] : [],
    });
  });
}

/**
 * Answers the page's requests for reports from `server.store`. `server.fail` is an answer to give instead, or 'away';
 * `server.hold` a promise that answers wait for. `server.asked` lists what was asked.
 */
export async function serveReports(page, server) {
  server.asked = [];
  await page.route(/\/api\/(reports|examples)/, async (route) => {
    const request = route.request();
    const url = new URL(request.url());
    // The dashboard beside the report asks for itself.
    if (url.pathname === '/api/reports/checks') {
      return server.fail === 'away' ? route.abort('connectionrefused') : route.fulfill({ json: server.checks ?? NO_CHECKS });
    }
    server.asked.push(`${request.method()} ${url.pathname}${url.search}`);
    const filter = Object.fromEntries(['query', 'provider', 'model', 'from', 'to'].map((name) => [name, url.searchParams.get(name)]));
    const { store, fail } = server;
    await server.hold?.(url);
    if (fail === 'away') return route.abort('connectionrefused');
    if (fail) return route.fulfill(fail);
    switch (url.pathname) {
      case '/api/reports':
        return route.fulfill({ json: store.report(filter) });
      case '/api/reports/mentions':
        return route.fulfill({ json: store.page(filter, url.searchParams.get('risk'), Number(url.searchParams.get('after') ?? 0)) });
      case '/api/reports/choices':
        return route.fulfill({ json: store.choices() });
      case '/api/examples':
        server.store = request.method() === 'POST' ? exampleStore() : new Store();
        return route.fulfill({ json: { responses: 6 } });
      default:
        return route.fulfill({ status: 404, json: { error: { code: 'invalid_value', field: null, line: null, message: 'no such route' } } });
    }
  });
}

/** What a month of checks may add up to. */
export function exampleChecks() {
  const row = (name, model, [answers, clean, flagged], [supported, contradicted, unsupported, open, unverifiable], [checked, partly, not]) => {
    const claims = supported + contradicted + unsupported + open + unverifiable;
    const share = Math.round((open / claims) * 1e4) / 1e4;
    const sentences = { sentences_checked: checked, sentences_partly: partly, sentences_not_checked: not };
    const checked_share = Math.round((checked / (checked + partly + not)) * 1e4) / 1e4;
    return { name, model, answers, clean, flagged, unverified: answers - clean - flagged, supported, contradicted, unsupported, open, unverifiable, open_share: share, ...sentences, checked_share };
  };
  return {
    schema_version: 1, filter: NO_FILTER, keeps: true,
    total: row(null, null, [412, 171, 66], [2941, 61, 38, 702, 40], [1411, 498, 903]),
    models: [
      row('openai', 'gpt-4o', [250, 121, 29], [1876, 24, 15, 371, 22], [912, 281, 507]),
      row('house', 'llama-3.1-70b', [140, 44, 33], [936, 34, 20, 301, 16], [431, 189, 344]),
      row(null, null, [22, 6, 4], [129, 3, 3, 30, 2], [68, 28, 52]),
    ],
    days: [
      row('2026-11-18', null, [130, 55, 24], [930, 22, 14, 241, 12], [452, 157, 281]),
      row('2026-11-19', null, [164, 66, 25], [1171, 25, 14, 266, 15], [569, 198, 366]),
      row('2026-11-20', null, [118, 50, 17], [840, 14, 10, 195, 13], [390, 143, 256]),
    ],
  };
}

/** The example data as it is after it was added. */
export function exampleStore() {
  return new Store(exampleMentions(), { examples: 6 });
}
