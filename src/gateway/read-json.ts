import { isStorable } from '../kit/text.ts';
import { gatewayErrors } from './errors.ts';

/** Levels of nesting (docs/contract/invariants.md#30). */
const MAX_DEPTH = 64;
const JSON_CONTENT_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Throws 415 unless the header says JSON in UTF-8. */
export function requireJsonContentType(contentType: string | undefined): void {
  if (contentType === 'application/json') return;
  if (contentType === undefined || !JSON_CONTENT_TYPE.test(contentType)) {
    throw gatewayErrors.unsupportedMediaType();
  }
}

/** The body's JSON object. Throws 400 when it is none or too deep. */
export function readJsonObject(body: Buffer): Readonly<Record<string, unknown>> {
  const value = parse(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw gatewayErrors.notAnObject();
  }
  refuseDepth(value, 1);
  return value as Record<string, unknown>;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw gatewayErrors.malformedJson();
  }
}

function refuseDepth(value: object, depth: number): void {
  if (depth > MAX_DEPTH) throw gatewayErrors.nestedTooDeep();
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) refuseDepth(inner, depth + 1);
  }
}

/**
 * Throws 400 when a body holds text that nobody can store, or a number whose digits were lost when
 * it was read. It comes after the action's own rows, which may say more about the same value, such
 * as a name with control characters.
 */
export function refuseUnstorable(value: object): void {
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) throw gatewayErrors.unstorableText();
    if (typeof inner === 'string' && !isStorable(inner)) throw gatewayErrors.unstorableText();
    if (typeof inner === 'number') refuseRounded(inner);
    if (typeof inner === 'object' && inner !== null) refuseUnstorable(inner);
  }
}

/** Throws 400 when a number, or one within the value, may have been rounded when it was read. */
export function refuseRounded(value: unknown): void {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw gatewayErrors.unsafeInteger();
  }
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(refuseRounded);
}
