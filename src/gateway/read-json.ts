import { ActionError } from '../contract/errors.ts';
import { nextPiece } from '../kit/pieces.ts';
import { isStorable } from '../kit/text.ts';
import { gatewayErrors } from './errors.ts';
import { networkOf } from './rate-limit.ts';

/** Maximum nesting depth (docs/contract/invariants.md#30). */
const MAX_DEPTH = 64;
/** Maximum values in a body: each takes time to parse, however short it is. */
const MAX_VALUES = 10_000;
/** Bytes from which a body can exceed that: each value takes a byte and a comma. */
const COUNTED_BYTES = 2 * MAX_VALUES;
/** Bodies from this size, in bytes, are parsed in several pieces. */
const LARGE_BYTES = 64 * 1024;
const JSON_CONTENT_TYPE = /^application\/json\s*(;|$)/i;
/** JSON has no parameters, so they are ignored, except a character set that isn't read. */
const OTHER_CHARSET = /;\s*charset\s*=(?!\s*"?utf-?8"?\s*(;|$))/i;
/** The first bytes of gzip, which aren't valid UTF-8. */
const GZIP = Buffer.from([0x1f, 0x8b]);
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Throws 415 unless the content type is JSON in UTF-8. */
export function requireJsonContentType(contentType: string | undefined): void {
  if (contentType === 'application/json') return;
  const isJson = contentType !== undefined && JSON_CONTENT_TYPE.test(contentType);
  if (!isJson) throw gatewayErrors.unsupportedMediaType();
  if (OTHER_CHARSET.test(contentType)) throw gatewayErrors.otherCharset();
}

/** Like `readJsonObject`, but parses large bodies in pieces, in turn with others. */
export async function readJson(
  body: Buffer,
  address: string,
): Promise<Readonly<Record<string, unknown>>> {
  if (body.length < LARGE_BYTES) return readJsonObject(body);
  const who = networkOf(address);
  await nextPiece(who);
  refuseManyValues(body);
  await nextPiece(who);
  const text = decode(body);
  await nextPiece(who);
  return objectOf(text);
}

/**
 * Parses the body's JSON object. Throws 400 if it isn't one, is too deep or has too many values.
 */
export function readJsonObject(body: Buffer): Readonly<Record<string, unknown>> {
  if (body.length > COUNTED_BYTES) refuseManyValues(body);
  return objectOf(decode(body));
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  const value = parse(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw gatewayErrors.notAnObject();
  }
  refuseDepth(value, 1);
  return value as Record<string, unknown>;
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw body.subarray(0, GZIP.length).equals(GZIP) ? compressed() : gatewayErrors.malformedJson();
  }
}

/** The refusal with a second entry that says what to do. */
function compressed(): ActionError {
  const { status, entries } = gatewayErrors.malformedJson();
  return new ActionError(status, [...entries, ...gatewayErrors.compressedBody().entries]);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw gatewayErrors.malformedJson();
  }
}

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE, BRACKET_END, BRACE_END] = Buffer.from('"\\,[{]}');

/** Throws 400 for a body that would take long to parse: counts brackets and separators. */
function refuseManyValues(body: Buffer): void {
  let values = 0;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA) values += 1;
    else if (byte === BRACKET || byte === BRACE) {
      values += 1;
      depth += 1;
    } else if (byte === BRACKET_END || byte === BRACE_END) depth -= 1;
    if (depth > MAX_DEPTH) throw gatewayErrors.nestedTooDeep();
    if (values > MAX_VALUES) throw gatewayErrors.tooManyValues();
  }
}

function refuseDepth(value: object, depth: number): void {
  if (depth > MAX_DEPTH) throw gatewayErrors.nestedTooDeep();
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) refuseDepth(inner, depth + 1);
  }
}

/**
 * Throws 400 if an input contains text that can't be stored, or a number that lost digits in
 * parsing. Checked after the action's own rows, which may say more about the same value, such as a
 * name with control characters, and only in what they leave: fields that are ignored may hold
 * anything.
 */
export function refuseUnstorable(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) throw gatewayErrors.unstorableText();
    if (typeof inner === 'string' && !isStorable(inner)) throw gatewayErrors.unstorableText();
    if (typeof inner === 'number') refuseRounded(inner);
    refuseUnstorable(inner);
  }
}

/** Throws 400 if the number, or one within the value, may have been rounded in parsing. */
function refuseRounded(value: unknown): void {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw gatewayErrors.unsafeInteger();
  }
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(refuseRounded);
}
