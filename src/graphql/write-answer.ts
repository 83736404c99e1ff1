import { nextPiece } from '../kit/pieces.ts';
import { tooLarge } from './cost.ts';
import { MAX_ANSWER_BYTES } from './limits.ts';
import { fillMarks, inPieces } from './marks.ts';
import type { Plan } from './plan.ts';
import type { Request } from './scope.ts';

/** The columns of an answer, a character for each byte of their UTF-8. */
export type Row = Readonly<Record<string, string | null>>;

/** Bytes that are written before others have their turn: about a millisecond. */
const PIECE_BYTES = 512 * 1024;
const LONG_BYTES = 64 * 1024;

/** The answer's JSON, somebody's. Throws 400 when it grows larger than an answer may be. */
export async function writeAnswer(
  who: string,
  plan: Plan,
  request: Request,
  row: Row,
): Promise<Buffer> {
  const texts = textsOf(plan, request, row);
  if (lengthOf(texts) <= PIECE_BYTES) {
    return Buffer.from(fillMarks(texts.join(''), plan.writers), 'latin1');
  }
  const pieces: string[] = [];
  for (const piece of texts.flatMap((text) => [...inPieces(text, PIECE_BYTES)])) {
    if (piece.length > LONG_BYTES) await nextPiece(who);
    pieces.push(fillMarks(piece, plan.writers));
  }
  const bytes = Buffer.allocUnsafe(lengthOf(pieces));
  let written = 0;
  for (const piece of pieces) {
    if (piece.length > LONG_BYTES) await nextPiece(who);
    written += bytes.write(piece, written, 'latin1');
  }
  // Sending it is another piece.
  await nextPiece(who);
  return bytes;
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

/** What the answer is made of, marks not yet filled. */
function textsOf({ entries, warnings, heaviest }: Plan, request: Request, row: Row): string[] {
  const texts = ['{"data":{'];
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

/** A character for each byte of the text's UTF-8, as columns come. */
function toBytes(text: string): string {
  return Buffer.from(text).toString('latin1');
}
