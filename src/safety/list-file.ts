import { readFileSync } from 'node:fs';

export const LANGUAGES = ['en', 'ja', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Languages of which only explicit words and words for minors are known. */
export const FOREIGN_LANGUAGES = [
  ...['ar', 'cs', 'da', 'de', 'el', 'es', 'fa', 'fi', 'fil', 'fr', 'he', 'hi', 'hr', 'hu', 'id'],
  ...['it', 'ko', 'ms', 'nl', 'no', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sv', 'th', 'tr', 'uk'],
  ...['vi'],
] as const;
export type ForeignLanguage = (typeof FOREIGN_LANGUAGES)[number];
export type ListLanguage = Language | ForeignLanguage;

/** Whether the language is one that the check knows beyond some words. */
export function isOwnLanguage(language: ListLanguage): language is Language {
  return LANGUAGES.some((each) => each === language);
}

/** One reviewed entry of a list. */
export interface ListEntry {
  readonly language: ListLanguage | null;
  readonly text: string;
}

const HEADER_LINE = /^# ([a-z]+): (.+)$/;
const SECTION_LINE = /^\[([a-z]+)\]$/;
const REQUIRED_HEADERS = ['source', 'licence', 'entries'] as const;
/** Several short entries may share a line. */
const ENTRY_SEPARATOR = / ; /;

/**
 * Reads a list file's entries. Throws if it can't be read, lacks a source or license, or has a
 * different number of entries than its header says, so that truncation doesn't go unnoticed.
 */
export function readListFile(path: string): readonly ListEntry[] {
  return parseList(readFileSync(path, 'utf8'), path);
}

/** Parses a list's entries; `name` is used in errors. */
export function parseList(text: string, name: string): readonly ListEntry[] {
  const headers = new Map<string, string>();
  const entries: ListEntry[] = [];
  let language: ListLanguage | null = null;
  for (const line of text.split('\n').map((each) => each.trim())) {
    const [, key, value] = HEADER_LINE.exec(line) ?? [];
    if (key && value) headers.set(key, value);
    if (line === '' || line.startsWith('#')) continue;
    const section = SECTION_LINE.exec(line)?.[1];
    if (section !== undefined) language = languageOf(section, name);
    else for (const each of line.split(ENTRY_SEPARATOR)) entries.push({ language, text: each });
  }
  for (const header of REQUIRED_HEADERS) {
    if (!headers.has(header)) throw new Error(`${name}: no "# ${header}:" line`);
  }
  const expected = Number(headers.get('entries'));
  if (entries.length === 0 || entries.length !== expected) {
    throw new Error(`${name}: ${entries.length} entries, the header says ${expected}`);
  }
  return entries;
}

function languageOf(section: string, name: string): ListLanguage {
  const language = [...LANGUAGES, ...FOREIGN_LANGUAGES].find((each) => each === section);
  if (!language) throw new Error(`${name}: unknown section [${section}]`);
  return language;
}
