// Writes npm/pkg/inlined.js: the wasm as text in a module, compressed, because text of it is not what servers compress well.

import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const PKG = new URL('../npm/pkg/', import.meta.url);

const compressed = gzipSync(readFileSync(new URL('groundcheck_bg.wasm', PKG)), { level: 9 });
writeFileSync(new URL('inlined.js', PKG), `export default '${compressed.toString('base64')}';\n`);
