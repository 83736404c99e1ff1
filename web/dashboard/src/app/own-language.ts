/*
 * On some Linux systems `navigator.language` is the system's name for it, such as `en-US@posix` or
 * `C`. `Intl` refuses those, also for libraries that the dashboard uses.
 */

const DEFAULT = 'en';

/** The language tag in a browser's name for its language: `en-US` for `en-US@posix`. */
export function languageTag(language: string | undefined): string {
  const [tag = DEFAULT] = (language ?? DEFAULT).split(/[@.]/);
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? DEFAULT;
  } catch {
    return DEFAULT;
  }
}

/** Gives `navigator.language` the form that `Intl` takes. */
export function repairLanguage(): void {
  const value = languageTag(navigator.language);
  if (value === navigator.language) return;
  Object.defineProperty(navigator, 'language', { value, configurable: true });
}
