import { changedFields } from '../../parts/changed-fields.ts';

/** A theme of the hosted pages (docs/contract/resources.md#checkout-settings). */
export interface Theme {
  readonly checkoutLogo: string | null;
  readonly checkoutColorPrimary: string;
  readonly checkoutColorBackground: string;
  readonly checkoutColorCard: string;
  readonly checkoutColorText: string;
  readonly checkoutBorderRadius: string;
}

export interface CheckoutSettings {
  readonly defaultDarkMode: boolean;
  readonly light: Theme;
  readonly dark: Theme;
}

export const THEME_FIELDS = `checkoutLogo checkoutColorPrimary checkoutColorBackground
  checkoutColorCard checkoutColorText checkoutBorderRadius`;

const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const RADIUS = /^\d{1,4}(?:\.\d{1,3})?(?:px|rem|em|%)$/;

/** The settings that the merchant has changed: saving any other would set it. */
export function changedSettings(
  before: CheckoutSettings,
  after: CheckoutSettings,
): Partial<CheckoutSettings> {
  const { light, dark, ...others } = changedFields<Partial<CheckoutSettings>>(before, after);
  return {
    ...others,
    ...(light ? { light: changedFields(before.light, light) } : {}),
    ...(dark ? { dark: changedFields(before.dark, dark) } : {}),
  };
}

/** The color if valid, else the fallback, so that partial input doesn't break the preview. */
export function colorOr(text: string, other: string): string {
  return COLOR.test(text) ? text : other;
}

/** The radius if valid, else none. */
export function radiusOr(text: string): string {
  return RADIUS.test(text) ? text : '0px';
}

/** Maximum length of a logo's URL. */
const MAX_LOGO_LENGTH = 2_048;

/** Error messages by field, because the service names only the settings as a whole. */
export function themeComplaints({ light, dark }: Themes): Readonly<Record<string, string>> {
  const all = Object.entries({ light, dark }).flatMap(([scheme, theme]) =>
    Object.entries(theme).map(([field, value]) => [
      `${scheme}.${field}`,
      complaintOf(field, value),
    ]),
  );
  return Object.fromEntries(all.filter(([, words]) => words !== null));
}

type Themes = Pick<CheckoutSettings, 'light' | 'dark'>;

function complaintOf(field: string, value: string | null): string | null {
  if (field === 'checkoutLogo') {
    return value === null || isWebAddress(value)
      ? null
      : 'Enter a web address, such as https://example.com/logo.png.';
  }
  if (field === 'checkoutBorderRadius') {
    return RADIUS.test(value ?? '') ? null : 'Enter a length, such as 8px or 0.5rem.';
  }
  return COLOR.test(value ?? '') ? null : 'Enter a color, such as #0B5FFF.';
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:/i.test(text) && text.length <= MAX_LOGO_LENGTH;
}

/** Black or white, whichever is more readable on the color. */
export function inkOn(color: string): string {
  const hex = color.length === 4 ? color.replace(/[0-9a-f]/gi, '$&$&') : color;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#FFFFFF';
}
