import { isStorable } from '../kit/text.ts';
import { gatewayErrors } from './errors.ts';

/** Invariant 30: levels of nesting. */
const DEEPEST = 64;
const JSON_CONTENT_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Throws 415 unless the header says JSON in UTF-8. */
export function requireJsonContentType(contentType: string | undefined): void {
  if (contentType === 'application/json') return;
  if (contentType === undefined || !JSON_CONTENT_TYPE.test(contentType)) {
    throw gatewayErrors.unsupportedMediaType();
  }
}

/** The body's JSON object. Throws 400 when it is none, too deep, or holds text nobody can store. */
export function readJsonObject(body: Buffer): Readonly<Record<string, unknown>> {
  const value = parse(body);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw gatewayErrors.notAnObject();
  }
  inspect(value, 1);
  return value as Record<string, unknown>;
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(body));
  } catch {
    throw gatewayErrors.malformedJson();
  }
}

function inspect(value: object, depth: number): void {
  if (depth > DEEPEST) throw gatewayErrors.nestedTooDeep();
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) throw gatewayErrors.unstorableText();
    if (typeof inner === 'string' && !isStorable(inner)) throw gatewayErrors.unstorableText();
    if (typeof inner === 'object' && inner !== null) inspect(inner, depth + 1);
  }
}
