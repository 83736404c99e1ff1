const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

/** A country's name by its ISO 3166-1 code. */
export function countryName(code: string): string {
  return COUNTRIES.of(code) ?? code;
}
