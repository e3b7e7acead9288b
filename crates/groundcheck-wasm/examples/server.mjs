// A server whose answers are checked while they are written: node examples/server.mjs, then curl -N localhost:8787
//
// Each event is a line of JSON: `delta` the words, `update` what settled or was warned of, `interrupt` where nothing more is said,
// `report` the outcome with the text that stands in the answer's place.

import { createServer } from 'node:http';

import { createDetector } from '../npm/node.js'; // elsewhere: from 'groundcheck'
import { scriptedAnswer, sources } from './scripted-model.js';

const detector = await createDetector({ sources });

const server = createServer(async (request, response) => {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  const send = (event, data) => response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);

  const question = new URL(request.url, 'http://localhost').searchParams.get('q') ?? 'What was the NOI of Birch House?';
  const answer = detector.stream({ question, signal: gone.signal, onUpdate: (update) => send('update', update) });
  try {
    for await (const words of scriptedAnswer()) {
      send('delta', words);
      answer.push(words);
      if (answer.shouldInterrupt) {
        send('interrupt', null);
        break;
      }
    }
    send('report', await answer.finish());
  } catch (error) {
    // The page must not show an unchecked answer as a checked one.
    if (error.code !== 'aborted') send('error', error);
  }
  response.end();
});

server.listen(Number(process.env.PORT ?? 8787), '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${server.address().port}`);
});
