// The package's worker in a browser.

import { serve } from './serve.js';

const take = serve((message) => self.postMessage(message));
self.addEventListener('message', ({ data }) => take(data));
