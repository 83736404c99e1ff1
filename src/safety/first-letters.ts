const FIRST_LETTER = 0x61;
const LETTERS = 26;
/** Number of letters that are compared. */
const LENGTH = 4;
const COMBINATIONS = LETTERS ** LENGTH;

/**
 * Returns a test for whether one of the words may occur in a text: whether its first four letters
 * do.
 */
export function indexFirstLetters(words: Iterable<string>): (letters: string) => boolean {
  const seen = new Uint8Array(COMBINATIONS / 8);
  for (const word of words) {
    if (word.length < LENGTH) continue;
    let number = 0;
    for (let place = 0; place < LENGTH; place += 1) number = append(number, word, place);
    seen[number >>> 3] = (seen[number >>> 3] as number) | (1 << (number & 7));
  }
  return (letters) => {
    let number = 0;
    for (let place = 0; place < letters.length; place += 1) {
      number = append(number, letters, place) % COMBINATIONS;
      if (place + 1 >= LENGTH && ((seen[number >>> 3] as number) >> (number & 7)) & 1) return true;
    }
    return false;
  };
}

function append(number: number, letters: string, place: number): number {
  return number * LETTERS + letters.charCodeAt(place) - FIRST_LETTER;
}
