import { indexMisspellings } from './misspellings.ts';

/**
 * The listed English word that transliterated Cyrillic letters sound like, at least approximately.
 */
export type Sounds = (spelled: string) => string | null;

/** Minimum length: shorter words sound alike in too many languages. */
export const MIN_SOUND_LENGTH = 3;
/** Sounds or spellings of an x, and of a c before e, i and y. */
const X_SOUNDS = ['ks', 'h'];
const SOFT_C_SOUNDS = ['k', 's'];

/**
 * A key in which letters that sound alike are equal, given the spelling of an English x and a soft
 * c.
 */
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

/** Indexes the listed words by their sounds; the first word listed has precedence. */
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
