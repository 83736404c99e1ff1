import { type CheckoutSettings, DEFAULT_DARK, DEFAULT_LIGHT } from '../../domain/store/settings.ts';
import { createCache, digestOf, textBytes } from '../../kit/cache.ts';
import {
  BLACK,
  CONTROL_CONTRAST,
  contrast,
  mix,
  parseColor,
  type Rgb,
  readable,
  softened,
  TEXT_CONTRAST,
  toHex,
  WHITE,
} from '../../kit/colors.ts';

/** Cached, because computing a theme's colors takes a twentieth of a page's time. */
const styles = createCache<string>({
  maxEntries: 1_000,
  maxBytes: 2 * 1024 * 1024,
  bytesOf: textBytes,
});

/** Which theme a page shows; `visitor`: what the visitor's system prefers. */
export type Scheme = 'light' | 'dark' | 'visitor';

type Theme = CheckoutSettings['light'];

const RADIUS = /^\d{1,4}(?:\.\d{1,3})?(?:px|rem|em|%)$/;
const RED: readonly [Rgb, Rgb] = [
  [180, 35, 24],
  [255, 150, 140],
];
const GREEN: readonly [Rgb, Rgb] = [
  [6, 118, 71],
  [110, 231, 168],
];

/** The session's setting, else the store's if set, else the visitor's. */
export function chooseScheme(darkMode: boolean | null, storeDarkMode: boolean | null): Scheme {
  const dark = darkMode ?? storeDarkMode;
  if (dark === null) return 'visitor';
  return dark ? 'dark' : 'light';
}

/**
 * The style sheet that themes a page: custom properties only. Every value is computed from parsed
 * numbers, so no merchant's text can reach it; an invalid color falls back to the default theme's.
 */
export function themeStyle(
  settings: Pick<CheckoutSettings, 'light' | 'dark'>,
  scheme: Scheme,
): string {
  const key = digestOf(JSON.stringify([scheme, settings.light, settings.dark]));
  return styles.get(key, () => makeStyle(settings, scheme));
}

function makeStyle(settings: Pick<CheckoutSettings, 'light' | 'dark'>, scheme: Scheme): string {
  const light = properties('light', settings.light, DEFAULT_LIGHT, WHITE);
  const dark = properties('dark', settings.dark, DEFAULT_DARK, BLACK);
  if (scheme === 'light') return `:root{${light}}`;
  if (scheme === 'dark') return `:root{${dark}}`;
  return `:root{${light}}@media (prefers-color-scheme:dark){:root{${dark}}}`;
}

function properties(name: 'light' | 'dark', theme: Theme, defaults: Theme, canvas: Rgb): string {
  const color = (field: keyof Theme, under: Rgb) =>
    (parseColor(theme[field], under) ?? parseColor(defaults[field], under)) as Rgb;
  const background = color('checkoutColorBackground', canvas);
  const card = color('checkoutColorCard', background);
  const primary = color('checkoutColorPrimary', card);
  const wanted = color('checkoutColorText', background);
  const text = readable(wanted, [background]);
  const cardText = readable(wanted, [card]);
  const success = clearest(GREEN, card);
  const values: Readonly<Record<string, Rgb>> = {
    background,
    card,
    primary,
    'on-primary': readable(background, [primary]),
    text,
    muted: softened(text, background, 0.7, TEXT_CONTRAST),
    accent: readable(primary, [background], TEXT_CONTRAST),
    'card-text': cardText,
    'card-muted': softened(cardText, card, 0.7, TEXT_CONTRAST),
    'button-line': contrast(primary, card) >= CONTROL_CONTRAST ? primary : cardText,
    'card-accent': readable(primary, [card], TEXT_CONTRAST),
    line: mix(cardText, card, 0.14),
    'field-line': softened(text, background, 0.35, CONTROL_CONTRAST),
    ...dangerOn(card),
    success,
  };
  const colors = Object.entries(values).map(([key, value]) => `--${key}:${toHex(value)};`);
  return `color-scheme:${name};${colors.join('')}--radius:${radius(theme, defaults)}`;
}

/** The color of a problem, readable on the card and on a problem's own ground. */
function dangerOn(card: Rgb): Readonly<Record<'danger' | 'danger-ground', Rgb>> {
  const red = clearest(RED, card);
  const ground = mix(red, card, 0.08);
  const danger = readable(red, [card, ground]);
  const fits = [card, ground].every((under) => contrast(danger, under) >= TEXT_CONTRAST);
  // On some middling cards nothing is readable on both.
  return fits ? { danger, 'danger-ground': ground } : { danger: red, 'danger-ground': card };
}

function clearest(choices: readonly [Rgb, Rgb], over: Rgb): Rgb {
  const [dark, light] = choices;
  const best = contrast(dark, over) >= contrast(light, over) ? dark : light;
  return readable(best, [over]);
}

function radius({ checkoutBorderRadius: given }: Theme, defaults: Theme): string {
  return typeof given === 'string' && RADIUS.test(given) ? given : defaults.checkoutBorderRadius;
}
