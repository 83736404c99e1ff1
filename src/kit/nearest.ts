/** Maximum edits for a name to count as a misspelling of another. */
const MAX_DISTANCE = 2;
/**
 * Minimum letters of a name that may differ by two: in a shorter one, two edits make a different
 * word.
 */
const MIN_LONG = 8;

/**
 * The known name that this one misspells or abbreviates at a word boundary; null if there is none.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const allowed = name.length >= MIN_LONG ? MAX_DISTANCE : 1;
  const near = known
    .map((other) => ({ other, distance: distanceOf(name, other) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((one, next) => one.distance - next.distance);
  const longer = known.find(
    (other) => /^[_.]/.test(other.slice(name.length)) && other.startsWith(name),
  );
  return near[0]?.other ?? longer ?? null;
}

/** The number of letters to insert, delete or replace. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [place, theirs] of [...other].entries()) {
      const changed = (row[place] as number) + (letter === theirs ? 0 : 1);
      next.push(Math.min(changed, (row[place + 1] as number) + 1, (next[place] as number) + 1));
    }
    row = next;
  }
  return row.at(-1) as number;
}
