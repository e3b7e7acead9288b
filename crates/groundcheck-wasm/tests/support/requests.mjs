// The table of requests that every place must answer alike.

import { readFileSync } from 'node:fs';

const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));

/** Requests as objects: `{name, request}`. */
export const requests = [...read('../data/requests.json'), ...policies()];

/** Requests as JSON text that JSON.stringify would not write: `{name, text}`. */
export const texts = read('../data/texts.json');

/** One request for each setting of the policy, with another value than its default. */
function policies() {
  const { properties } = read('../../../groundcheck-types/contract.schema.json').$defs.Policy;
  const { request } = read('../data/requests.json').find(({ name }) => name === 'hedges, ranges and basis points');
  return Object.entries(properties).map(([setting, { default: standard }]) => {
    const other = typeof standard === 'boolean' ? !standard : standard === 0.5 ? 0.25 : 0.5;
    return { name: `policy ${setting} = ${other}`, request: { ...request, confidence: 0.9, policy: { [setting]: other } } };
  });
}
