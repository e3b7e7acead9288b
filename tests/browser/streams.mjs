// Stands in for what the server streams, a step at a time: `fetch` of a path gives a body that the test writes.

/**
 * Answers posts to `path` in the page: with `first(request)`, a list of `[event, data]`, at once; the rest comes by `tell`. What was
 * asked, and whether the page has broken off, stand in `asked`.
 */
export async function serveStream(page, path, first) {
  await page.exposeFunction(`first_${name(path)}`, (body) => events(first(JSON.parse(body))));
  await page.addInitScript(
    ([path, key]) => {
      const real = window.fetch;
      const kept = (window[key] = { asked: [], writer: null, aborted: 0 });
      window.fetch = async (input, init) => {
        const request = new Request(input, init);
        if (new URL(request.url).pathname !== path) return real(input, init);
        const body = await request.text();
        kept.asked.push(body);
        const said = await window[`first_${key}`](body);
        const encoder = new TextEncoder();
        const stream = new ReadableStream({
          start(controller) {
            kept.writer = controller;
            controller.enqueue(encoder.encode(said));
            request.signal.addEventListener('abort', () => {
              kept.aborted += 1;
              try { controller.error(new DOMException('aborted', 'AbortError')); } catch { /* It was over. */ }
            });
          },
        });
        return new Response(stream, { headers: { 'content-type': 'text/event-stream' } });
      };
    },
    [path, name(path)],
  );
}

/** Tells the page these events; `size` cuts their bytes into chunks. */
export function tell(page, path, list, { size = 0, close = false } = {}) {
  return page.evaluate(
    ([key, text, size, close]) => {
      const bytes = new TextEncoder().encode(text);
      const step = size || bytes.length || 1;
      for (let at = 0; at < bytes.length; at += step) window[key].writer.enqueue(bytes.slice(at, at + step));
      if (close) window[key].writer.close();
    },
    [name(path), events(list), size, close],
  );
}

/** What the page has asked so far, and how often it has broken off. */
export async function asked(page, path) {
  const { asked, aborted } = await page.evaluate((key) => ({ asked: window[key].asked, aborted: window[key].aborted }), name(path));
  return { asked: asked.map((body) => JSON.parse(body)), aborted };
}

function name(path) {
  return path.replace(/\W+/g, '_');
}

function events(list) {
  return list.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('');
}
