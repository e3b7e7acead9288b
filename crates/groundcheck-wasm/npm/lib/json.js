// Objects to the JSON text that the engine reads.
//
// JSON.stringify alone would hide mistakes: NaN and Infinity become null, functions and symbols vanish, a Map becomes {}.
// Here each is an error that names its place, in the engine's own notation: `facts[0].value`.

import { GroundcheckError, invalid } from './error.js';

const notSafe = `must be from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`;

// Deeper than any request of the contract, and what stops a cycle.
const DEPTH_MAX = 64;

/**
 * The JSON text of plain data. Throws a GroundcheckError naming the field that is none. `exact`: a whole number that is too large to be
 * exact is none either, because its last digits are not those that it was read from.
 */
export function toJson(value, { exact = false } = {}) {
  // Not an object at all: the engine says what it expected.
  return JSON.stringify(plain(value, '', 0, exact)) ?? 'null';
}

function plain(value, path, depth, exact) {
  switch (typeof value) {
    case 'string':
      return wellFormed(value);
    case 'number':
      if (!Number.isFinite(value)) throw invalid(path, 'must be a finite number');
      if (exact && Number.isInteger(value) && !Number.isSafeInteger(value)) throw invalid(path, notSafe);
      return value;
    case 'bigint':
      return fromBigint(value, path);
    case 'boolean':
    case 'undefined':
      return value;
    case 'object':
      return value === null ? null : container(value, path, depth, exact);
    default:
      throw invalid(path, `must be plain data, not a ${typeof value}`);
  }
}

function container(value, path, depth, exact) {
  if (depth === DEPTH_MAX) throw invalid(path, 'is nested too deeply');
  if (Array.isArray(value)) return Array.from(value, (item, i) => plain(item, `${path}[${i}]`, depth + 1, exact));
  const isMap = value instanceof Map;
  const tag = Object.prototype.toString.call(value).slice(8, -1);
  if (!isMap && tag !== 'Object') throw invalid(path, `must be plain data, not a ${tag}`);
  // Without a prototype, a field named __proto__ is a field like any other.
  const fields = Object.create(null);
  for (const [name, item] of isMap ? value : Object.entries(value)) {
    if (typeof name !== 'string') throw invalid(path, 'must have texts as keys');
    const field = path ? `${path}.${name}` : name;
    if (item !== undefined) fields[wellFormed(name)] = plain(item, field, depth + 1, exact);
  }
  return fields;
}

function fromBigint(value, path) {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw invalid(path, notSafe);
  return number;
}

// A lone surrogate (a text cut inside an emoji) becomes U+FFFD, one unit for one unit: every offset stays as it is.
const LONE_SURROGATE = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;
export const wellFormed = (text) => text.toWellFormed?.() ?? text.replace(LONE_SURROGATE, '\uFFFD');

/** The text itself, or a GroundcheckError: anything but a text would cross into wasm as something else. */
export function text(value, name) {
  if (typeof value === 'string') return value;
  throw new GroundcheckError({ code: 'invalid_value', field: name, message: `must be a text, not ${typeof value}` });
}
