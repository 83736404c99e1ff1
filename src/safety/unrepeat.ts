import type { Vocabulary } from './vocabulary.ts';
import { fingerprintOf, HASH_START, hashUnit, isWordCost } from './word-table.ts';

const RUN = /([a-z])\1+/g;
const MAX_RUNS = 5;
const LAST_LATIN = 0x7a;

/** Finds a known word with repeated letters: each run is read as one letter or two. */
export function unrepeat(word: string, vocabulary: Vocabulary): string | null {
  const runs = word.match(RUN)?.length ?? 0;
  if (runs === 0 || runs > MAX_RUNS) return null;
  let known: string | null = null;
  for (let choice = 0; choice < 2 ** runs; choice += 1) {
    const key = hashReading(word, choice);
    const isListed = vocabulary.hasListed(key);
    if (!isListed && (known !== null || !isWordCost(vocabulary.costOf(key)))) continue;
    const reading = readRuns(word, choice);
    if (reading === word) continue;
    if (isListed) return reading;
    known = reading;
  }
  return known;
}

/** The fingerprint of `readRuns`' result, without creating it. */
function hashReading(word: string, choice: number): number {
  let state = HASH_START;
  let run = 0;
  for (let place = 0; place < word.length; ) {
    const unit = word.charCodeAt(place);
    const end = endOfRun(word, place);
    state = hashUnit(state, unit);
    if (end - place > 1) {
      if ((choice >> run) & 1) state = hashUnit(state, unit);
      run += 1;
    }
    place = end;
  }
  return fingerprintOf(state);
}

/**
 * The word with each run shortened to two letters if its bit of the choice is set, otherwise to
 * one.
 */
function readRuns(word: string, choice: number): string {
  let run = 0;
  return word.replace(RUN, (_match, letter: string) => {
    const isDouble = (choice >> run) & 1;
    run += 1;
    return isDouble ? letter + letter : letter;
  });
}

function endOfRun(word: string, start: number): number {
  const unit = word.charCodeAt(start);
  let end = start + 1;
  if (unit > LAST_LATIN) return end;
  while (word.charCodeAt(end) === unit) end += 1;
  return end;
}
