import { z } from 'zod';
import { parseHttpUrl } from '../../kit/url.ts';
import {
  LEGACY_SWITCHES,
  MERCHANT_SWITCHES,
  PLATFORM_SWITCHES,
  SWITCH_ALIASES,
} from './settings.ts';

/** Sub-fields to write and sub-fields to put back to their defaults. */
export interface FieldPatch {
  readonly set: Readonly<Record<string, unknown>>;
  readonly clear: readonly string[];
}

export interface CheckoutPatch {
  readonly top: FieldPatch;
  readonly light: FieldPatch;
  readonly dark: FieldPatch;
}

const COLOR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const RADIUS = /^\d{1,4}(?:\.\d{1,3})?(?:px|rem|em|%)$/;
/** Decisions 3: characters of a logo's URL. */
const LONGEST_LOGO = 2_048;

/** An http(s) URL for an image. */
export const logoUrl = z.string().refine((text) => parseHttpUrl(text, LONGEST_LOGO) !== null);

const color = z.string().regex(COLOR).nullable().optional();
const theme = z
  .object({
    checkoutLogo: logoUrl.nullable().optional(),
    checkoutColorPrimary: color,
    checkoutColorBackground: color,
    checkoutColorCard: color,
    checkoutColorText: color,
    checkoutBorderRadius: z.string().regex(RADIUS).nullable().optional(),
  })
  .nullable()
  .optional();

export const checkoutSettingsInput = z
  .object({ defaultDarkMode: z.boolean().nullable().optional(), light: theme, dark: theme })
  .nullable()
  .optional();

const toggle = z.boolean().nullable().optional();
const writable = Object.fromEntries(MERCHANT_SWITCHES.map((name) => [name, toggle]));
const dropped: readonly string[] = [...PLATFORM_SWITCHES, ...LEGACY_SWITCHES];

export const notificationSettingsInput = z.looseObject(writable).nullable().optional();

/** The platform-managed keys in the object, which are dropped with a warning (4.3, rule 2). */
export function droppedSwitches(given: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(given).filter((name) => dropped.includes(name) || name.startsWith('email'));
}

/** The patch of the merchant's switches, each under the name it is stored by. */
export function notificationPatch(given: Readonly<Record<string, unknown>>): FieldPatch {
  const writableEntries = MERCHANT_SWITCHES.filter((name) => given[name] !== undefined).map(
    (name): [string, unknown] => [SWITCH_ALIASES[name] ?? name, given[name]],
  );
  return patchOf(Object.fromEntries(writableEntries));
}

/** The patch of the checkout settings; a null theme goes back to its defaults as a whole. */
export function checkoutPatch(
  given: NonNullable<z.output<typeof checkoutSettingsInput>>,
): CheckoutPatch {
  const { light, dark, defaultDarkMode } = given;
  return {
    top: patchOf({
      defaultDarkMode,
      ...(light === null ? { light } : {}),
      ...(dark === null ? { dark } : {}),
    }),
    light: patchOf(light ?? {}),
    dark: patchOf(dark ?? {}),
  };
}

/** A field that is absent stays, null clears, a value is written (Specification 4.3). */
function patchOf(given: Readonly<Record<string, unknown>>): FieldPatch {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined);
  return {
    set: Object.fromEntries(entries.filter(([, value]) => value !== null)),
    clear: entries.filter(([, value]) => value === null).map(([name]) => name),
  };
}
