import { crc32 } from 'node:zlib';
import { LANGUAGES, type Language } from './list-file.ts';
import { createWordTable, type WordTable } from './word-table.ts';

/** Each language's frequent words, folded and squeezed like prompts. */
export type Dictionary = Readonly<Record<Language, WordTable>>;

/** A word in the file. */
export interface DictionaryWord {
  readonly fingerprint: number;
  readonly cost: number;
}

/*
 * File: magic, CRC-32 of all that follows, then for each of `LANGUAGES` a count, the fingerprints
 * (uint32, ascending) and the costs (uint8). Little-endian.
 */
const MAGIC = 0x31445754;
const BODY_AT = 8;
const WORD_BYTES = 5;
/** Room for the lists' words, which are added after loading. */
const ROOM_FOR_TERMS = 20_000;

/** Encodes the dictionary as a file. */
export function encodeDictionary(
  words: Readonly<Record<Language, readonly DictionaryWord[]>>,
): Uint8Array {
  const size = LANGUAGES.reduce((sum, each) => sum + 4 + words[each].length * WORD_BYTES, BODY_AT);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = BODY_AT;
  for (const language of LANGUAGES) {
    const sorted = [...words[language]].sort((one, two) => one.fingerprint - two.fingerprint);
    view.setUint32(at, sorted.length, true);
    at += 4;
    for (const [place, word] of sorted.entries()) {
      view.setUint32(at + place * 4, word.fingerprint, true);
      bytes[at + sorted.length * 4 + place] = word.cost;
    }
    at += sorted.length * WORD_BYTES;
  }
  view.setUint32(0, MAGIC, true);
  view.setUint32(4, crc32(bytes.subarray(BODY_AT)), true);
  return bytes;
}

/** Decodes a dictionary file. Throws unless it is exactly as written. */
export function decodeDictionary(bytes: Uint8Array): Dictionary {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < BODY_AT || view.getUint32(0, true) !== MAGIC) {
    throw new Error('dictionary: not a dictionary file');
  }
  if (view.getUint32(4, true) !== crc32(bytes.subarray(BODY_AT))) {
    throw new Error('dictionary: damaged');
  }
  let at = BODY_AT;
  const tables = LANGUAGES.map((language) => {
    const count = view.getUint32(at, true);
    const costsAt = at + 4 + count * 4;
    // A copy is aligned, as typed arrays require.
    const fingerprints = new Uint32Array(new Uint8Array(bytes.subarray(at + 4, costsAt)).buffer);
    const costs = bytes.subarray(costsAt, costsAt + count);
    at = costsAt + count;
    const table = createWordTable(ROOM_FOR_TERMS, { fingerprints, costs });
    return [language, table] as const;
  });
  return Object.fromEntries(tables) as unknown as Dictionary;
}
