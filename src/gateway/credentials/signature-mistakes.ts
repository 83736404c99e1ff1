import { createHash } from 'node:crypto';
import { type ErrorRow, errorTable } from '../../contract/errors.ts';
import type { Id } from '../../kit/id.ts';
import type { Incoming } from '../incoming.ts';

/** Maximum bytes of a body to parse and reserialize. */
const MAX_BODY_BYTES = 16 * 1024;
/**
 * Maximum depth of such a body: when indented, a deep and wide body would become gigabytes of
 * spaces.
 */
const MAX_DEPTH = 32;

/** Hints in the second entry of a 401 in the test environment. */
export const signatureHints = errorTable('gateway', {
  timestampOutside: [401, 'Line 3 (timestamp) lies more than 300 s behind or 60 s ahead of now'],
  timestampMs: [401, 'Line 3 (timestamp) is in milliseconds; send and sign whole seconds'],
  timestampFormat: [401, 'Line 3 (timestamp) is not Unix time in whole seconds'],
  method: [401, 'Line 1 (method) must be POST in capitals'],
  pathSlash: [401, 'Line 2 (path) differs in a slash at its end; sign the path that is requested'],
  pathHost: [401, 'Line 2 (path) was signed with scheme and host; sign the path alone'],
  pathPrefix: [401, 'Line 2 (path) was signed without /v1'],
  bodyHex: [401, 'Line 4 (body hash) was signed in hexadecimal; sign its Base64'],
  bodyUrl: [401, 'Line 4 (body hash) was signed in URL-safe Base64; sign standard Base64'],
  bodySerialized: [
    401,
    'Line 4 (body hash) was made of other bytes; hash the text that is sent, serialized once',
  ],
  bodyTrimmed: [401, 'Line 4 (body hash) differs in white space at the end of the body'],
  bodyEmpty: [401, 'Line 4 (body hash) was made of an empty body'],
  trailingNewline: [401, 'Line 4 (body hash) was signed with a newline behind it'],
  spelling: [401, 'X-Signature must be standard Base64 with its padding'],
  lineBreaks: [401, 'The lines must be joined by a single newline (LF)'],
  digest: [401, 'The four lines are right; the signature must use SHA-256, not SHA-1'],
  padding: [401, 'The four lines are right; the signature must use PKCS#1 v1.5 padding, not PSS'],
});

export interface SignedRequest {
  readonly incoming: Incoming;
  readonly merchantId: Id<'MER'>;
  readonly timestamp: string;
  readonly signature: Buffer;
  /** Whether the header had the signature in its only valid notation. */
  readonly isStandardBase64: boolean;
  readonly now: Date;
}

type Lines = readonly [method: string, path: string, timestamp: string, bodyHash: string];
type Variant = readonly [ErrorRow, string];

/** The text to sign for each common mistake, with the mistake's hint. */
export function usualMistakes(signed: SignedRequest): Variant[] {
  const { body, headers } = signed.incoming;
  const [method, path, timestamp, bodyHash] = linesOf(signed);
  const hash = createHash('sha256').update(body).digest();
  const hex = hash.toString('hex');
  const withPath = (other: string) => join([method, other, timestamp, bodyHash]);
  const withHash = (other: string) => join([method, path, timestamp, other]);
  const seconds = String(Math.floor(Number(timestamp) / 1000));
  const slashed = path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
  const variants: Variant[] = [
    [timestampHint(timestamp), join([method, path, timestamp, bodyHash])],
    [signatureHints.timestampMs, join([method, path, seconds, bodyHash])],
    [signatureHints.method, join(['post', path, timestamp, bodyHash])],
    [signatureHints.method, join(['GET', path, timestamp, bodyHash])],
    [signatureHints.pathSlash, withPath(slashed)],
    [signatureHints.pathPrefix, withPath(path.replace(/^\/v1/, ''))],
    [signatureHints.pathHost, withPath(`http://${headers.host}${path}`)],
    [signatureHints.pathHost, withPath(`https://${headers.host}${path}`)],
    [signatureHints.bodyHex, withHash(hex)],
    [signatureHints.bodyHex, withHash(hex.toUpperCase())],
    // As PHP's `hash` and `base64_encode` make it.
    [signatureHints.bodyHex, withHash(Buffer.from(hex).toString('base64'))],
    [signatureHints.bodyUrl, withHash(hash.toString('base64url'))],
    [signatureHints.bodyUrl, withHash(`${hash.toString('base64url')}=`)],
    [signatureHints.bodyEmpty, withHash(hashOf(''))],
    [signatureHints.trailingNewline, `${withPath(path)}\n`],
    [signatureHints.lineBreaks, [method, path, timestamp, bodyHash].join('\r\n')],
    [signatureHints.lineBreaks, [method, path, timestamp, bodyHash].join('')],
    // As a shell joins them.
    [signatureHints.lineBreaks, [method, path, timestamp, bodyHash].join('\\n')],
    ...otherBodies(body).map(([row, text]): Variant => [row, withHash(hashOf(text))]),
  ];
  // A mistake that has no effect here, such as trimming a trimmed body, is not tried twice.
  return [...new Map(variants.toReversed().map((variant) => [variant[1], variant])).values()];
}

function otherBodies(body: Buffer): Variant[] {
  if (body.length > MAX_BODY_BYTES) return [];
  const text = body.toString('utf8');
  const bodies: Variant[] = [
    [signatureHints.bodyTrimmed, text.trim()],
    [signatureHints.bodyTrimmed, `${text}\n`],
  ];
  try {
    const value: unknown = JSON.parse(text);
    if (isDeeper(value, MAX_DEPTH)) return bodies;
    for (const other of serializations(value)) bodies.push([signatureHints.bodySerialized, other]);
  } catch {
    // A body that isn't JSON is refused elsewhere.
  }
  return bodies;
}

/** What usual libraries make of the value: JavaScript's, Python's and PHP's defaults. */
function serializations(value: unknown): string[] {
  const compact = JSON.stringify(value);
  const indented = JSON.stringify(value, null, 2);
  // Line breaks within texts are escaped.
  const spaced = indented.replace(/,\n */g, ', ').replace(/\n */g, '');
  const texts = [compact, indented, JSON.stringify(value, null, 4), spaced];
  return [...texts, ...texts.map(toAscii), toAscii(compact).replaceAll('/', '\\/')];
}

function toAscii(text: string): string {
  return text.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function timestampHint(timestamp: string): ErrorRow {
  if (/^\d{13}$/.test(timestamp)) return signatureHints.timestampMs;
  return /^[1-9]\d{9}$/.test(timestamp)
    ? signatureHints.timestampOutside
    : signatureHints.timestampFormat;
}

function linesOf({ incoming, timestamp }: SignedRequest): Lines {
  return ['POST', incoming.target, timestamp, hashOf(incoming.body)];
}

/** The text that should have been signed. */
export function canonicalOf(signed: SignedRequest): string {
  return join(linesOf(signed));
}

function join(lines: Lines): string {
  return lines.join('\n');
}

function hashOf(body: Buffer | string): string {
  return createHash('sha256').update(body).digest('base64');
}
