import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_DARK, DEFAULT_LIGHT } from '../../domain/store/settings.ts';
import { contrast, parseColor, type Rgb, WHITE } from '../../kit/colors.ts';
import { chooseScheme, themeStyle } from './theme.ts';

const style = (light: object) =>
  themeStyle({ light: { ...DEFAULT_LIGHT, ...light }, dark: DEFAULT_DARK }, 'light');
const RULE =
  /^:root\{color-scheme:light;(?:--[a-z-]+:#[0-9a-f]{6};)+--radius:[\d.]+(?:px|rem|em|%)\}$/;

function colorOf(sheet: string, name: string): Rgb {
  const text = new RegExp(`--${name}:(#[0-9a-f]{6});`).exec(sheet)?.[1];
  return parseColor(text, WHITE) as Rgb;
}

describe('theme', () => {
  it('gives custom properties alone, whatever the database holds', () => {
    const anything = fc.anything({ withNullPrototype: true, maxDepth: 1 });
    fc.assert(
      fc.property(anything, anything, fc.string({ unit: 'binary' }), (color, radius, text) => {
        const sheet = style({
          checkoutColorPrimary: color,
          checkoutColorCard: text,
          checkoutBorderRadius: radius,
          checkoutColorText: `#fff;}${text}`,
        });
        expect(sheet).toMatch(RULE);
      }),
    );
  });

  it('keeps every text readable over its ground, whatever colours the merchant chose', () => {
    const hex = fc.stringMatching(/^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/);
    const pairs = [
      ['text', 'background'],
      ['muted', 'background'],
      ['accent', 'background'],
      ['card-text', 'card'],
      ['card-muted', 'card'],
      ['card-accent', 'card'],
      ['danger', 'card'],
      ['danger', 'danger-ground'],
      ['on-primary', 'primary'],
    ] as const;
    fc.assert(
      fc.property(hex, hex, hex, hex, (primary, background, card, text) => {
        const sheet = style({
          checkoutColorPrimary: primary,
          checkoutColorBackground: background,
          checkoutColorCard: card,
          checkoutColorText: text,
        });
        for (const [over, under] of pairs) {
          // Rounding to whole parts of 255 costs a little.
          expect(contrast(colorOf(sheet, over), colorOf(sheet, under))).toBeGreaterThan(4.4);
        }
      }),
    );
  });

  it('keeps a problem readable on its own ground where red is barely readable on the card', () => {
    const sheet = style({ checkoutColorCard: '#d8d8d8' });
    const ratio = contrast(colorOf(sheet, 'danger'), colorOf(sheet, 'danger-ground'));
    expect(ratio).toBeGreaterThanOrEqual(4.5);
  });

  it('keeps the colours of a theme that can be read', () => {
    const sheet = style({ checkoutColorPrimary: '#0055FF', checkoutColorText: '#123' });
    expect(sheet).toContain('--primary:#0055ff;');
    expect(sheet).toContain('--text:#112233;');
    expect(sheet).toContain('--on-primary:#ffffff;');
  });

  it("takes the session's wish before the store's, and the store's before the visitor's", () => {
    expect(chooseScheme(true, false)).toBe('dark');
    expect(chooseScheme(false, true)).toBe('light');
    expect(chooseScheme(null, true)).toBe('dark');
    expect(chooseScheme(null, false)).toBe('light');
    expect(chooseScheme(null, null)).toBe('visitor');
  });
});
