/** One entry of a header such as `Accept-Language`; its weight is 1 unless it says otherwise. */
export interface Preference {
  readonly name: string;
  readonly weight: number;
}

/** Maximum characters of a header to read. */
const MAX_HEADER_LENGTH = 1_000;
/** Maximum entries to read, because finding a language for one takes long. Browsers send up to ten. */
const MAX_ENTRIES = 20;

/** The entries of a header that lists what the client accepts, in its order. */
export function readPreferences(header: string): readonly Preference[] {
  return header
    .slice(0, MAX_HEADER_LENGTH)
    .split(',', MAX_ENTRIES)
    .map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
      const quality = parameters.find((text) => /^q=/i.test(text))?.slice('q='.length);
      return { name, weight: quality === undefined ? 1 : Number(quality) };
    });
}

/**
 * The weight that an `Accept` header gives to a media type; 0 if it isn't acceptable. The most
 * specific entry counts.
 */
export function mediaTypeWeight(preferences: readonly Preference[], mediaType: string): number {
  const [group] = mediaType.split('/');
  for (const range of [mediaType, `${group}/*`, '*/*']) {
    const found = preferences.find(({ name }) => name.toLowerCase() === range);
    if (found) return found.weight > 0 ? found.weight : 0;
  }
  return 0;
}
