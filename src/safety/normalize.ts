/** Maximum units added by normalization before expanding characters are shortened. */
export const MAX_GROWTH = 2_000;

/** Arabic phrases in one character, up to 18 letters each and on no list. */
const PHRASES = /[\ufdf0-\ufdfd]/g;

/**
 * The text in Unicode's compatible composed form, at most `MAX_GROWTH` units longer. A text that
 * would grow more is read character by character: one that represents a single letter, such as a
 * letter in brackets, becomes that letter; one that represents a whole word becomes a blank.
 */
export function normalizeText(text: string): string {
  const plain = text.replace(PHRASES, ' ');
  const normal = plain.normalize('NFKC');
  if (normal.length <= text.length + MAX_GROWTH) return normal;
  const known = new Map<string, string>();
  const shortened: string[] = [];
  for (const character of plain) {
    let short = known.get(character);
    if (short === undefined) {
      short = shorten(character);
      known.set(character, short);
    }
    shortened.push(short);
  }
  return shortened.join('').normalize('NFKC');
}

function shorten(character: string): string {
  const normal = character.normalize('NFKC');
  if (normal.length <= character.length) return normal;
  const letters = normal.replace(/[^\p{L}\p{N}]/gu, '');
  return letters.length === 1 ? letters : ' ';
}
