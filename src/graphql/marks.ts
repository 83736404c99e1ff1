import { copyOf, createCache, textBytes } from '../kit/cache.ts';
import { encodeId, type Id, type IdPrefix, isUuid } from '../kit/id.ts';

/** Converts a column's JSON text to the response's JSON text. */
export type Writer = (json: string) => string;

/** SQL for an ID mark: the JSON text of an array of prefix and UUID. */
export function idMark(prefix: IdPrefix, id: string): string {
  return `('["${prefix}", "' || (${id})::text || '"]')`;
}

/** SQL for a mark of the plan's nth writer: an array of number and column. */
export function writerMark(nth: number, column: string): string {
  return `('["${NUMBER}${nth}", ' || coalesce(${column}, '{}')::text || ']')`;
}

/** User text within JSON can't look like a mark, because quotation marks in strings are escaped. */
const OPENING = '["';
const NUMBER = '#';
const BETWEEN = '", ';
const CLOSING = ']';
const OPENING_BYTES = Buffer.from(OPENING);
const CLOSING_BYTE = Buffer.from(CLOSING)[0] as number;
/** Cache of encoded IDs: the same products and stores are requested again and again. */
const spelled = createCache<string | null>({
  maxEntries: 20_000,
  maxBytes: 8 * 1024 * 1024,
  bytesOf: (text) => textBytes(text ?? ''),
});

/** Replaces each mark in the JSON text with its Short ID or its writer's result. */
export function fillMarks(json: string, writers: readonly Writer[]): string {
  let text = '';
  let done = 0;
  for (let at = json.indexOf(OPENING); at !== -1; at = json.indexOf(OPENING, at + 1)) {
    const end = json.indexOf(CLOSING, at);
    const filling = fill(json.slice(at + OPENING.length, end), writers);
    if (filling === null) continue;
    text += json.slice(done, at) + filling;
    done = end + CLOSING.length;
  }
  return done === 0 ? json : text + json.slice(done);
}

/**
 * The same for the bytes of JSON text, which are overwritten: memory that is already in use is
 * several times cheaper than new memory. Returns the text's parts in order.
 */
export function fillMarksInPlace(json: Buffer, writers: readonly Writer[]): Buffer[] {
  const parts: Buffer[] = [];
  let start = 0;
  let written = 0;
  let done = 0;
  const keepUntil = (end: number) => {
    if (written < done) json.copyWithin(written, done, end);
    written += end - done;
  };
  for (let at = json.indexOf(OPENING_BYTES); at !== -1; ) {
    let next = at + OPENING.length;
    const end = json.indexOf(CLOSING_BYTE, at);
    const filling = fill(json.toString('latin1', next, end), writers);
    if (filling !== null) {
      keepUntil(at);
      next = end + CLOSING.length;
      done = next;
      if (filling.length <= done - written) written += json.write(filling, written, 'latin1');
      else {
        parts.push(json.subarray(start, written), Buffer.from(filling, 'latin1'));
        start = done;
        written = done;
      }
    }
    at = json.indexOf(OPENING_BYTES, next);
  }
  keepUntil(json.length);
  parts.push(json.subarray(start, written));
  return parts;
}

/**
 * Splits the bytes of a text into pieces of at most `length`, far more than a mark has, without
 * splitting a mark.
 */
export function* inPieces(bytes: Buffer, length: number): Generator<Buffer> {
  let rest = bytes;
  while (rest.length > length) {
    const mark = rest.lastIndexOf(OPENING_BYTES, length - 1);
    const isCut = mark > 0 && rest.indexOf(CLOSING_BYTE, mark) >= length;
    const end = isCut ? mark : length;
    yield rest.subarray(0, end);
    rest = rest.subarray(end);
  }
  yield rest;
}

function fill(mark: string, writers: readonly Writer[]): string | null {
  const between = mark.indexOf(BETWEEN);
  if (between === -1) return null;
  const name = mark.slice(0, between);
  const rest = mark.slice(between + BETWEEN.length);
  if (name.startsWith(NUMBER)) return writers[Number(name.slice(NUMBER.length))]?.(rest) ?? null;
  return spelled.get(mark, () => spell(name, rest));
}

function spell(prefix: string, quoted: string): string | null {
  const id = quoted.slice(1, -1);
  if (!/^[A-Z]{3,4}$/.test(prefix) || !isUuid(id) || quoted !== `"${id}"`) return null;
  return copyOf(`"${encodeId(prefix as IdPrefix, id as Id<IdPrefix>)}"`);
}
