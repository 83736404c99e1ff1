import { nearestName } from './nearest.ts';

/** Minimum letters of a name to be considered a misspelled setting. */
const MIN_NAME = 6;

/**
 * A line for every name that is almost a setting, because an unknown name has no effect and no
 * warning. Other programs' names are ignored, and similar ones if listed as foreign.
 */
export function findMisspelled(
  names: readonly string[],
  known: readonly string[],
  foreign: readonly string[],
): string[] {
  return names
    .filter((name) => !known.includes(name) && !foreign.includes(name) && isLikeSetting(name))
    .map((name) => ({ name, meant: nearestName(name.toUpperCase(), known) }))
    .filter(({ meant }) => meant !== null)
    .map(
      ({ name, meant }) =>
        `  ${name} is not a setting. Did you mean ${meant}? ` +
        `If it belongs to another program: FOREIGN_SETTINGS=${[...foreign, name].filter(Boolean)}`,
    );
}

function isLikeSetting(name: string): boolean {
  return name.length >= MIN_NAME && (name.includes('_') || name === name.toUpperCase());
}
