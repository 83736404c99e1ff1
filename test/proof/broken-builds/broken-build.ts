import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One exact text of one file and what stands in its place in the broken build. */
export interface Edit {
  /** From the project's root. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
}

/** A test that has to fail; `name` is a part of its full name, its `describe`s included. */
export interface Catcher {
  readonly file: string;
  readonly name: string;
}

/** A build with one fault that somebody might make, and the tests that must not let it pass. */
export interface BrokenBuild {
  /** Numbers of the promises that it breaks. */
  readonly invariants: readonly number[];
  /** In plain words, as a statement about the build: "errors are cached". */
  readonly fault: string;
  /** Several where the service defends itself twice. */
  readonly edits: readonly Edit[];
  readonly caughtBy: readonly Catcher[];
}

/** How many promises there are. */
export const LAST_INVARIANT = 36;

/** How often the edit's text stands in the text of its file; it has to be once. */
export function countOccurrences(text: string, { find }: Edit): number {
  return text.split(find).length - 1;
}

/** The file's text with the edit made. Throws unless what it looks for stands there exactly once. */
export function applyEdit(text: string, edit: Edit): string {
  const count = countOccurrences(text, edit);
  if (count !== 1) throw new Error(`${edit.file} has ${count} times: ${edit.find}`);
  return text.replace(edit.find, () => edit.replace);
}

/** Breaks the copy of the project in the folder; gives what puts it right again. */
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
