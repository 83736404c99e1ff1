import type { Field } from '../database/data-row.ts';
import { nextPiece } from '../kit/pieces.ts';
import { tooLarge } from './cost.ts';
import { MAX_ANSWER_BYTES } from './limits.ts';
import { fillMarks, fillMarksInPlace, inPieces } from './marks.ts';
import type { Plan } from './plan.ts';
import type { Request } from './scope.ts';

/** Bytes written before others get their turn, about a millisecond. */
const PIECE_BYTES = 512 * 1024;
const LONG_BYTES = 64 * 1024;

/** The columns of a response, with one character per byte of their UTF-8; large ones as bytes. */
export type Row = Readonly<Record<string, Field>>;

/**
 * The response's JSON, written in turn with others, as one buffer or, if it is large, several.
 * Throws 400 if it exceeds the maximum size.
 */
export async function writeAnswer(
  who: string,
  plan: Plan,
  request: Request,
  row: Row,
): Promise<Buffer[]> {
  const texts = textsOf(plan, request, row);
  const areShort = texts.every((text) => typeof text === 'string');
  if (areShort && lengthOf(texts) <= PIECE_BYTES) {
    return [Buffer.from(fillMarks(texts.join(''), plan.writers), 'latin1')];
  }
  const written: Buffer[] = [];
  for (const text of texts) {
    const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : text;
    for (const piece of inPieces(bytes, PIECE_BYTES)) {
      if (piece.length > LONG_BYTES) await nextPiece(who);
      // One by one: a piece may have tens of thousands of parts, too many for arguments.
      for (const part of fillMarksInPlace(piece, plan.writers)) written.push(part);
    }
  }
  return joinShort(written);
}

/** Joins adjacent short parts, because each part is sent separately. */
function joinShort(parts: readonly Buffer[]): Buffer[] {
  const joined: Buffer[] = [];
  let short: Buffer[] = [];
  let length = 0;
  const flush = () => {
    if (short.length > 0) joined.push(Buffer.concat(short, length));
    short = [];
    length = 0;
  };
  for (const part of parts) {
    const isLong = part.length > LONG_BYTES;
    if (isLong || length > PIECE_BYTES) flush();
    if (isLong) {
      joined.push(part);
    } else {
      short.push(part);
      length += part.length;
    }
  }
  flush();
  return joined;
}

/** Yields the parts of a large response, so that each is sent in turn with others. */
export async function* inTurns(who: string, parts: readonly Buffer[]): AsyncGenerator<Buffer> {
  for (const part of parts) {
    if (part.length > LONG_BYTES) await nextPiece(who);
    yield part;
  }
}

export function lengthOf(texts: readonly (string | Buffer)[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** The response's texts, with marks not filled yet. */
function textsOf(
  { entries, warnings, heaviest }: Plan,
  request: Request,
  row: Row,
): (string | Buffer)[] {
  const texts: (string | Buffer)[] = ['{"data":{'];
  let left = MAX_ANSWER_BYTES;
  for (const [key, source] of entries) {
    const text = 'column' in source ? row[source.column] : toBytes(source.text(request.variables));
    left -= text?.length ?? 0;
    if (left < 0) throw tooLarge([...heaviest, '__type']);
    texts.push(`${texts.length > 1 ? ',' : ''}"${key}":`, text ?? 'null');
  }
  texts.push(warnings.length > 0 ? `},"warnings":${toBytes(JSON.stringify(warnings))}}` : '}}');
  return texts;
}

/** Converts the text to one character per byte of its UTF-8, like columns. */
function toBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}
