/** An error response of the mock, in Stripe's shape. */
export class Problem extends Error {
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Whether an idempotency key stores it: only errors after the request was validated. */
  readonly isKept: boolean;

  constructor(status: number, fields: Readonly<Record<string, unknown>>, isKept = true) {
    super(String(fields.message));
    this.status = status;
    this.fields = fields;
    this.isKept = isKept;
  }
}

const INVALID = 'invalid_request_error';

export function unknownParameter(param: string): Problem {
  const message = `Received unknown parameter: ${param}`;
  return new Problem(400, { type: INVALID, code: 'parameter_unknown', param, message }, false);
}

export function missingParameter(param: string): Problem {
  const message = `Missing required param: ${param}.`;
  return new Problem(400, { type: INVALID, code: 'parameter_missing', param, message }, false);
}

export function exclusiveParameters(names: readonly string[]): Problem {
  const message = `You may only specify one of these parameters: ${names.join(', ')}.`;
  return new Problem(400, { type: INVALID, code: 'parameters_exclusive', message }, false);
}

export function invalidParameter(param: string, code = 'parameter_invalid'): Problem {
  return new Problem(400, { type: INVALID, code, param, message: `Invalid ${param}` }, false);
}

export function noSuch(kind: string, id: string): Problem {
  const message = `No such ${kind}: '${id}'`;
  return new Problem(404, { type: INVALID, code: 'resource_missing', param: kind, message });
}

export function wrongState(kind: 'payment_intent' | 'setup_intent', status: string): Problem {
  const message = `This ${kind} has a status of ${status}.`;
  return new Problem(400, { type: INVALID, code: `${kind}_unexpected_state`, message });
}

/** A refund of more than is left has no code, only the parameter. */
export function refusedRefund(code: string | undefined, message: string, param?: string): Problem {
  const facts = { ...(code ? { code } : {}), ...(param ? { param } : {}) };
  return new Problem(400, { type: INVALID, ...facts, message });
}

export function keyInUse(): Problem {
  const fields = { code: 'idempotency_key_in_use', message: 'The key is in use right now' };
  return new Problem(409, { type: 'idempotency_error', ...fields }, false);
}

export function otherParameters(): Problem {
  const message = 'Keys for idempotent requests can only be used with the same parameters';
  return new Problem(400, { type: 'idempotency_error', message }, false);
}

export function cardError(code: string, more: Readonly<Record<string, unknown>>): Problem {
  return new Problem(402, { type: 'card_error', code, message: 'The card was declined', ...more });
}

export function serverError(): Problem {
  return new Problem(500, { type: 'api_error', message: 'An error at Stripe' });
}
