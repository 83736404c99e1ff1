/** Bytes of a response that are read and kept (docs/contract/delivery.md). */
export const KEPT_ANSWER_BYTES = 4_096;

const decoder = new TextDecoder('utf-8');

/** The first bytes of a response as text that the database can store: valid UTF-8, no NUL. */
export function decodeStart(chunks: readonly Uint8Array[]): string {
  const [first] = chunks;
  if (!first) return '';
  const all = chunks.length === 1 ? first : Buffer.concat(chunks);
  const bytes = all.subarray(0, KEPT_ANSWER_BYTES);
  const isCut = all.length > KEPT_ANSWER_BYTES;
  // Decoded as a stream, which drops a character truncated at the end.
  const text = isCut
    ? new TextDecoder('utf-8').decode(bytes, { stream: true })
    : decoder.decode(bytes);
  return text.replaceAll('\u0000', '\ufffd');
}
