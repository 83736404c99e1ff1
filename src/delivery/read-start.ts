/** Bytes of an answer that are read and kept (docs/contract/delivery.md). */
export const KEPT_ANSWER_BYTES = 4_096;

const decoder = new TextDecoder('utf-8');

/** The first bytes of an answer as text that the database can hold: valid UTF-8, no NUL. */
export function decodeStart(chunks: readonly Uint8Array[]): string {
  const [first] = chunks;
  if (!first) return '';
  const all = chunks.length === 1 ? first : Buffer.concat(chunks);
  const bytes = all.subarray(0, KEPT_ANSWER_BYTES);
  const isCut = all.length > KEPT_ANSWER_BYTES;
  // As a stream, with a decoder of its own: half a character at the cut is left out.
  const text = isCut
    ? new TextDecoder('utf-8').decode(bytes, { stream: true })
    : decoder.decode(bytes);
  return text.replaceAll('\u0000', '\ufffd');
}
