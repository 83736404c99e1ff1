/** Decisions 8: bytes of an answer that are read and kept. */
export const KEPT_ANSWER_BYTES = 4_096;

/**
 * The first bytes of an answer as text that the database can hold: valid UTF-8, no NUL. Reads no
 * further, decompresses nothing, and gives what has come when the connection or the time ends.
 */
export async function readStart(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= KEPT_ANSWER_BYTES) break;
    }
  } catch {
    // The status has arrived: what is missing of the text changes nothing.
  }
  const bytes = Buffer.concat(chunks).subarray(0, KEPT_ANSWER_BYTES);
  // As a stream: half a character at the cut is left out.
  const text = new TextDecoder('utf-8').decode(bytes, { stream: length > KEPT_ANSWER_BYTES });
  return text.replaceAll('\u0000', '\ufffd');
}
