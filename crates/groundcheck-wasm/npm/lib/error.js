// The one error of this package.

/** Why an input could not be checked. `code`, `field`, `line` and `message` are those of HTTP and the command line. */
export class GroundcheckError extends Error {
  constructor({ code, field = null, line = null, message }, options) {
    super(message, options);
    this.code = code;
    this.field = field;
    this.line = line;
  }

  /** Whether this is how the engine throws: a plain object of the contract's `InputError`, never an `Error`. */
  static isThrown(cause) {
    return typeof cause === 'object' && cause !== null && !(cause instanceof Error) && typeof cause.code === 'string';
  }

  /** `GroundcheckError: facts[0].value: must be a finite number` */
  toString() {
    const place = [this.field, this.line && `line ${this.line}`].filter(Boolean);
    return [this.name, ...place, this.message].join(': ');
  }

  toJSON() {
    const { code, field, line, message } = this;
    return { code, field, line, message };
  }
}
GroundcheckError.prototype.name = 'GroundcheckError';

/** One field is at fault; an empty path means the input as a whole. */
export const invalid = (path, message) => new GroundcheckError({ code: 'invalid_value', field: path || null, message });

/** groundcheck itself failed: the answer was not checked. */
export const internal = (message, cause) => new GroundcheckError({ code: 'internal', message }, { cause });

/** Called before `init()` was done, or after `free()`, `finish()` or `dispose()`. */
export const notReady = (message, cause) => new GroundcheckError({ code: 'not_ready', message }, { cause });

/** Whoever was waiting for a report asked for none. */
export const aborted = (cause) => new GroundcheckError({ code: 'aborted', message: 'the check was aborted' }, { cause });
