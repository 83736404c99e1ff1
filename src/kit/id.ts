import { v7 as uuidV7 } from 'uuid';

/**
 * Resources with a Short ID (docs/contract/resources.md#identifiers). Groups and webhooks have
 * plain UUIDs.
 */
export type IdPrefix = 'STO' | 'PROD' | 'ORD' | 'PAY' | 'REF' | 'TKT' | 'MER' | 'REQ' | 'PVER';

/** A resource's UUID, as stored in the database. */
export type Id<P extends IdPrefix> = string & { readonly idPrefix: P };

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The value of a digit by its character code. */
const DIGITS: readonly (number | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const value = ALPHABET.indexOf(String.fromCharCode(code));
  return value < 0 ? undefined : value;
});
const BASE = 62;
/** All pairs of digits, in order. */
const PAIRS = [...ALPHABET].flatMap((high) => [...ALPHABET].map((low) => high + low));
/** The weight of the next 32 bits. */
const WORD = 2 ** 32;
/** Base62 characters after the prefix (docs/contract/resources.md#identifiers). */
const ENCODED_LENGTH = 22;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

let sequence = crypto.getRandomValues(new Uint32Array(1))[0] as number;

/** Random bytes of one UUID, and bytes drawn at a time, because each draw is a system call. */
const UUID_BYTES = 16;
const pool = new Uint8Array(UUID_BYTES * 256);
let drawn = pool.length;

/** A new UUIDv7 with the given business time; later calls in the same process sort later. */
export function newUuid(now: Date): string {
  sequence = (sequence + 1) >>> 0;
  return uuidV7({ msecs: now.getTime(), seq: sequence, random: nextRandom() });
}

function nextRandom(): Uint8Array {
  if (drawn === pool.length) {
    crypto.getRandomValues(pool);
    drawn = 0;
  }
  drawn += UUID_BYTES;
  return pool.subarray(drawn - UUID_BYTES, drawn);
}

/** The lowest UUIDv7 of a time: UUIDs of this or a later time aren't below it. */
export function lowestUuidAt(time: Date): string {
  const digits = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}

/** The time in a UUIDv7. */
export function timeOfUuid(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** A new unguessable UUID, such as one that grants access to a hosted page. */
export function newSecretUuid(): string {
  return crypto.randomUUID();
}

/** A new id of a resource, ordered by the given business time. */
export function newId<P extends IdPrefix>(_prefix: P, now: Date): Id<P> {
  return newUuid(now) as Id<P>;
}

/**
 * The Short ID of a UUID: prefix, underscore, 22 base62 characters
 * (docs/contract/resources.md#identifiers).
 */
export function encodeId<P extends IdPrefix>(prefix: P, id: Id<P>): string {
  // Long division by two digits at a time: a response encodes many IDs, and large numbers are slow.
  const words = [
    Number.parseInt(id.slice(0, 8), 16),
    Number.parseInt(id.slice(9, 13) + id.slice(14, 18), 16),
    Number.parseInt(id.slice(19, 23) + id.slice(24, 28), 16),
    Number.parseInt(id.slice(28), 16),
  ];
  let text = '';
  for (let pair = 0; pair < ENCODED_LENGTH / 2; pair += 1) {
    let rest = 0;
    for (let index = 0; index < words.length; index += 1) {
      const value = rest * WORD + (words[index] as number);
      const quotient = Math.floor(value / PAIRS.length);
      words[index] = quotient;
      rest = value - quotient * PAIRS.length;
    }
    text = PAIRS[rest] + text;
  }
  return `${prefix}_${text}`;
}

/** Decodes a Short ID to its UUID; null if it is malformed. */
export function decodeId<P extends IdPrefix>(prefix: P, text: string): Id<P> | null {
  const start = prefix.length + 1;
  if (text.length !== start + ENCODED_LENGTH || !text.startsWith(`${prefix}_`)) return null;
  const words = [0, 0, 0, 0];
  for (let index = start; index < text.length; index += 2) {
    const high = DIGITS[text.charCodeAt(index)];
    const low = DIGITS[text.charCodeAt(index + 1)];
    if (high === undefined || low === undefined) return null;
    if (!append(words, high * BASE + low)) return null;
  }
  return wordsToUuid(words) as Id<P>;
}

/** Appends two digits to the number in the words; false if it exceeds 128 bits. */
function append(words: number[], pair: number): boolean {
  let carried = pair;
  for (let index = words.length - 1; index >= 0; index -= 1) {
    const value = (words[index] as number) * PAIRS.length + carried;
    carried = Math.floor(value / WORD);
    words[index] = value - carried * WORD;
  }
  return carried === 0;
}

/** Whether the text is a UUID in canonical form. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** In halves, which are small integers: formatting larger numbers is slow. */
function wordsToUuid(words: readonly number[]): string {
  const [first, second, third, fourth] = words as [number, number, number, number];
  const middle = `${upper(second)}-${lower(second)}-${upper(third)}-${lower(third)}`;
  return `${upper(first)}${lower(first)}-${middle}${upper(fourth)}${lower(fourth)}`;
}

function upper(word: number): string {
  return (word >>> 16).toString(16).padStart(4, '0');
}

function lower(word: number): string {
  return (word & 0xffff).toString(16).padStart(4, '0');
}
