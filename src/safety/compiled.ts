import { crc32 } from 'node:zlib';
import type { Beginnings } from './matcher.ts';
import { bytesOf, readTerms, startsOf, TERM_BYTES, type Term } from './term-bytes.ts';

/** The lists in `index.bin`: folded, grouped by their letters, ready to be matched. */
export interface CompiledLists {
  /** Number of words in the matcher. */
  readonly count: number;
  /** The terms written like the word with this number. */
  termsOf(word: number): readonly Term[];
  readonly beginnings: Beginnings;
  /** Words that the terms add to each language's dictionary. */
  readonly additions: Readonly<Record<AddedLanguage, Additions>>;
  /** The lists' English words to find in disguise. */
  readonly words: readonly string[];
  /** Folded words of other languages that aren't misspelled English. */
  readonly ordinary: readonly string[];
  /** Common English words, most frequent first. */
  readonly common: readonly string[];
}

export const ADDED_LANGUAGES = ['ja', 'zh'] as const;
export type AddedLanguage = (typeof ADDED_LANGUAGES)[number];

/** Words for a dictionary: fingerprints in ascending order, and their costs. */
export interface Additions {
  readonly fingerprints: Uint32Array;
  readonly costs: Uint8Array;
}

/*
 * File: magic, CRC-32 of all that follows, the bytes of each part; then the parts: texts (UTF-8, a
 * line each: terms as key, tab and how they are written, an empty line, then the words, an empty
 * line, the ordinary ones, an empty line and the common ones); beginnings (uint32 fingerprints, ascending, then int32 numbers);
 * for each of `ADDED_LANGUAGES` additions (uint32 fingerprints, ascending, then uint8 costs); four
 * bytes a term: signal, flags, script, language. Little-endian, each part padded to four bytes.
 */
const MAGIC = 0x32495754;
const SIZES_AT = 8;
const PARTS = 5;
const BODY_AT = SIZES_AT + PARTS * 4;
const LINE_END = 0x0a;

/** Encodes compiled lists as a file. */
export function encodeCompiled(lists: CompiledLists): Uint8Array {
  const { count, words, ordinary, common, beginnings, additions } = lists;
  const all = Array.from({ length: count }, (_, word) => lists.termsOf(word));
  const lines = all.flat().map(({ key, written }) => `${key}\t${written}`);
  const flags = all.flatMap((same) => same.flatMap((term, place) => bytesOf(term, place > 0)));
  const parts = [
    padded(Buffer.from([...lines, '', ...words, '', ...ordinary, '', ...common].join('\n')), '\n'),
    columns(beginnings.fingerprints, beginnings.numbers),
    ...ADDED_LANGUAGES.map((language) =>
      columns(additions[language].fingerprints, additions[language].costs),
    ),
    Buffer.from(flags),
  ];
  const header = Buffer.alloc(BODY_AT);
  header.writeUInt32LE(MAGIC, 0);
  for (const [place, part] of parts.entries()) {
    header.writeUInt32LE(part.length, SIZES_AT + place * 4);
  }
  const bytes = Buffer.concat([header, ...parts]);
  bytes.writeUInt32LE(crc32(bytes.subarray(SIZES_AT)), 4);
  return bytes;
}

/** A part's keys and values, one column after the other. */
function columns(keys: Uint32Array, values: Int32Array | Uint8Array): Buffer {
  const bytes = [keys, values].map((each) =>
    Buffer.from(each.buffer, each.byteOffset, each.byteLength),
  );
  // Additions start with their number, which the padding would hide.
  const count =
    values instanceof Uint8Array ? [Buffer.from(Uint32Array.of(keys.length).buffer)] : [];
  return padded(Buffer.concat([...count, ...bytes]), '\0');
}

function padded(bytes: Buffer, filling: string): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3, filling)]);
}

/** Decodes a file of compiled lists. Throws unless it is exactly as written. */
export function decodeCompiled(bytes: Uint8Array): CompiledLists {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < BODY_AT || view.getUint32(0, true) !== MAGIC) {
    throw new Error('index: not an index file');
  }
  if (view.getUint32(4, true) !== crc32(bytes.subarray(SIZES_AT))) {
    throw new Error('index: damaged');
  }
  const parts: Uint8Array[] = [];
  let at = BODY_AT;
  for (let place = 0; place < PARTS; place += 1) {
    const size = view.getUint32(SIZES_AT + place * 4, true);
    parts.push(bytes.subarray(at, at + size));
    at += size;
  }
  const [texts, beginnings, ja, zh, flags] = parts as [
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
    Uint8Array,
  ];
  const lines = linesOf(texts);
  const starts = startsOf(flags);
  const terms = new Map<number, readonly Term[]>();
  const rest = lines.from(flags.length / TERM_BYTES + 1);
  const border = rest.indexOf('');
  const end = rest.indexOf('', border + 1);
  return {
    count: starts.length - 1,
    termsOf(word) {
      let own = terms.get(word);
      if (own === undefined) {
        own = readTerms(lines.at, flags, starts[word] as number, starts[word + 1] as number);
        terms.set(word, own);
      }
      return own;
    },
    beginnings: readBeginnings(beginnings),
    additions: { ja: readAdditions(ja), zh: readAdditions(zh) },
    words: rest.slice(0, border),
    ordinary: rest.slice(border + 1, end),
    common: rest.slice(end + 1),
  };
}

interface Lines {
  at(line: number): string;
  from(line: number): string[];
}

/** Most terms never occur: their lines remain bytes until they do. */
function linesOf(bytes: Uint8Array): Lines {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = [0];
  for (let at = text.indexOf(LINE_END); at >= 0; at = text.indexOf(LINE_END, at + 1)) {
    starts.push(at + 1);
  }
  const startOf = Uint32Array.from(starts);
  return {
    at: (line) => text.toString('utf8', startOf[line], (startOf[line + 1] as number) - 1),
    from: (line) => text.toString('utf8', startOf[line]).trimEnd().split('\n'),
  };
}

function readAdditions(bytes: Uint8Array): Additions {
  // A copy is aligned, as typed arrays require.
  const { buffer } = new Uint8Array(bytes);
  const [count = 0] = new Uint32Array(buffer, 0, 1);
  return {
    fingerprints: new Uint32Array(buffer, 4, count),
    costs: new Uint8Array(buffer, 4 + count * 4, count),
  };
}

function readBeginnings(bytes: Uint8Array): Beginnings {
  const count = bytes.length / 8;
  // A copy is aligned, as typed arrays require.
  const { buffer } = new Uint8Array(bytes);
  return {
    fingerprints: new Uint32Array(buffer, 0, count),
    numbers: new Int32Array(buffer, count * 4, count),
  };
}
