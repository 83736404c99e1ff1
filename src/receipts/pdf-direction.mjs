import makeBidi from 'bidi-js';

const bidi = makeBidi();
const MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The text without the marks that only order it. */
export function withoutMarks(text) {
  return text.replace(MARKS, '');
}

/**
 * The runs of a line in the order in which they stand on the page, by the Unicode Bidirectional
 * Algorithm; brackets of a run from right to left are mirrored.
 *
 * @param {string} line
 * @param {'ltr' | 'rtl'} direction
 * @returns {{ text: string, isRightToLeft: boolean }[]}
 */
export function directedRuns(line, direction) {
  const runs = levelRuns(line, bidi.getEmbeddingLevels(line, direction).levels);
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) reverseFrom(level, runs);
  return runs
    .map(({ text, level }) => ({ text: withoutMarks(text), isRightToLeft: level % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

function levelRuns(line, levels) {
  const runs = [];
  for (const [index, unit] of line.split('').entries()) {
    const level = levels[index];
    const shown = (level % 2 === 1 && bidi.getMirroredCharacter(unit)) || unit;
    const last = runs.at(-1);
    if (last?.level === level) last.text += shown;
    else runs.push({ level, text: shown });
  }
  return runs;
}

/** Turns each sequence of runs of that level or a higher one around. */
function reverseFrom(level, runs) {
  let start = 0;
  while (start < runs.length) {
    let end = start;
    while (end < runs.length && runs[end].level >= level) end += 1;
    runs.splice(start, end - start, ...runs.slice(start, end).reverse());
    start = end + 1;
  }
}
