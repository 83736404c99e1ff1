import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One exact text of one file and its replacement in the broken build. */
export interface Edit {
  /** Relative to the project's root. */
  readonly file: string;
  /** Occurs in the file exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** A test that must fail; `name` is a part of its full name, its `describe`s included. */
export interface Catcher {
  readonly file: string;
  readonly name: string;
}

/** A build with one plausible fault, and the tests that must catch it. */
export interface BrokenBuild {
  /** Numbers of the promises it breaks. */
  readonly invariants: readonly number[];
  /** In plain words, as a statement about the build: "errors are cached". */
  readonly fault: string;
  /** Several if the service has more than one line of defense. */
  readonly edits: readonly Edit[];
  readonly caughtBy: readonly Catcher[];
}

/** The number of promises. */
export const LAST_INVARIANT = 36;

/** How often the edit's text occurs in its file; it must be once. */
export function countOccurrences(text: string, { find }: Edit): number {
  return text.split(find).length - 1;
}

/** The file's text with the edit applied. Throws unless the text to find occurs exactly once. */
export function applyEdit(text: string, edit: Edit): string {
  const count = countOccurrences(text, edit);
  if (count !== 1) throw new Error(`${edit.file} has ${count} times: ${edit.find}`);
  return text.replace(edit.find, () => edit.replace);
}

/** Breaks the copy of the project in the folder; returns a function that restores it. */
export function breakBuild(folder: string, { edits }: BrokenBuild): () => void {
  const originals = new Map<string, string>();
  const restore = () => {
    for (const [path, text] of originals) writeFileSync(path, text);
  };
  try {
    for (const edit of edits) {
      const path = join(folder, edit.file);
      const text = readFileSync(path, 'utf8');
      if (!originals.has(path)) originals.set(path, text);
      writeFileSync(path, applyEdit(text, edit));
    }
  } catch (error) {
    restore();
    throw error;
  }
  return restore;
}
