import { indexMisspellings } from './misspellings.ts';

/** The listed English word that spelled Cyrillic letters sound like, or nearly so. */
export type Sounds = (spelled: string) => string | null;

/** Shorter words sound alike in too many languages. */
export const MIN_SOUND_LENGTH = 3;
/** What an x sounds like, or is written as; what a c sounds like before e, i and y. */
const X_SOUNDS = ['ks', 'h'];
const SOFT_C_SOUNDS = ['k', 's'];

/** Letters that sound alike, as one of them; with what is written for an English x and a soft c. */
function soundKey(word: string, x = 'ks', softC = 'k'): string {
  return word
    .replace(/c(?=[eiy])/g, softC)
    .replace(/ck|[cq]/g, 'k')
    .replaceAll('w', 'v')
    .replaceAll('x', x)
    .replaceAll('zh', 'j')
    .replaceAll('y', 'i')
    .replace(/(.)\1+/g, '$1');
}

/** Every listed word by the sounds of its letters; the first one listed has a sound. */
export function indexSounds(words: ReadonlySet<string>): Sounds {
  const byKey = new Map<string, string>();
  for (const word of words) {
    for (const x of X_SOUNDS) {
      for (const c of SOFT_C_SOUNDS) {
        const key = soundKey(word, x, c);
        if (key.length >= MIN_SOUND_LENGTH && !byKey.has(key)) byKey.set(key, word);
      }
    }
  }
  const nearest = indexMisspellings(new Set(byKey.keys()));
  return (spelled) => {
    const key = soundKey(spelled);
    const exact = byKey.get(key);
    if (exact !== undefined) return exact;
    const near = nearest(key, true);
    return near === null ? null : (byKey.get(near) ?? null);
  };
}
