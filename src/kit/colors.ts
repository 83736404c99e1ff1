/** An opaque color's components from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
export const BLACK: Rgb = [0, 0, 0];
export const WHITE: Rgb = [255, 255, 255];
/** WCAG 2.2, 1.4.3: contrast of text. */
export const TEXT_CONTRAST = 4.5;
/** WCAG 2.2, 1.4.11: contrast of controls' visual boundaries. */
export const CONTROL_CONTRAST = 3;

/** Parses `#RGB`, `#RRGGBB` or `#RRGGBBAA`, blended over another color; null for other text. */
export function parseColor(text: unknown, under: Rgb): Rgb | null {
  if (typeof text !== 'string' || !HEX.test(text)) return null;
  const digits = text.length === 4 ? [...text.slice(1)].map((c) => c + c).join('') : text.slice(1);
  const part = (index: number) => Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16);
  const opacity = digits.length === 8 ? part(3) / 255 : 1;
  return mix([part(0), part(1), part(2)], under, opacity);
}

/** The color as `#rrggbb`; no other output is possible. */
export function toHex(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** Mixes a share, from 0 to 1, of the first color into the second. */
export function mix(color: Rgb, under: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => color[index] * share + under[index] * (1 - share);
  return [part(0), part(1), part(2)];
}

/** WCAG's contrast ratio, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/**
 * The preferred color if it is readable on all of the colors, otherwise black or white, whichever
 * is.
 */
export function readable(wish: Rgb, over: readonly Rgb[], atLeast = TEXT_CONTRAST): Rgb {
  const worst = (color: Rgb) => Math.min(...over.map((under) => contrast(color, under)));
  if (worst(wish) >= atLeast) return wish;
  return worst(BLACK) >= worst(WHITE) ? BLACK : WHITE;
}

/**
 * Mixes as little of the strong color into the ground as the contrast requires, at least `share`.
 */
export function softened(strong: Rgb, over: Rgb, share: number, atLeast: number): Rgb {
  for (let part = share; part < 1; part += 0.05) {
    const color = mix(strong, over, part);
    if (contrast(color, over) >= atLeast) return color;
  }
  return strong;
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
