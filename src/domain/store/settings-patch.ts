import { z } from 'zod';
import { MERCHANT_SWITCHES, PLATFORM_SWITCHES, storedName } from '../../events/switches.ts';
import { isStorable } from '../../kit/text.ts';
import { parseHttpUrl } from '../../kit/url.ts';
import { LEGACY_SWITCHES, type StoredCheckout, type StoredNotifications } from './settings.ts';

// No flags, since the reference shows only the pattern.
const COLOR = /^#(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$/;
const RADIUS = /^\d{1,4}(?:\.\d{1,3})?(?:px|rem|em|%)$/;
/** Characters of a logo's URL (docs/contract/resources.md#notification-settings). */
const MAX_LOGO_LENGTH = 2_048;

/** An http(s) URL for an image. */
export const logoUrl = z.string().refine((text) => parseHttpUrl(text, MAX_LOGO_LENGTH) !== null);

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

export const notificationSettingsInput = z
  .looseObject(writable)
  .transform(withoutIgnored)
  .nullable()
  .optional();

/** The switches, and null for each key that is dropped: it can have any value. */
function withoutIgnored(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const named = Object.entries(given).filter(([name]) => isStorable(name));
  return Object.fromEntries(named.map(([name, value]) => [name, name in writable ? value : null]));
}

/** The platform-managed keys in the object, which are dropped with a warning. */
export function droppedSwitches(given: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(given).filter((name) => dropped.includes(name) || name.startsWith('email'));
}

/**
 * The stored switches after a write: an absent switch is kept, null clears it, a value is written;
 * null for the whole object clears all. If a switch has two names, the value that differs from the
 * stored one wins, so that changes to an object that was read and sent back take effect.
 */
export function patchNotifications(
  stored: StoredNotifications,
  given: Readonly<Record<string, unknown>> | null | undefined,
): StoredNotifications {
  if (given === undefined) return stored;
  if (given === null) return {};
  const changed: Record<string, boolean> = { ...stored };
  for (const name of MERCHANT_SWITCHES) {
    const value = given[name];
    const key = storedName(name);
    if (value === undefined || (value ?? true) === (stored[key] ?? true)) continue;
    if (value === null) delete changed[key];
    else changed[key] = value === true;
  }
  return changed;
}

/** The stored themes after a write; a null theme is reset to its defaults. */
export function patchCheckout(
  stored: StoredCheckout,
  given: z.output<typeof checkoutSettingsInput>,
): StoredCheckout {
  if (given === undefined) return stored;
  if (given === null) return {};
  const { light, dark, defaultDarkMode } = given;
  return {
    ...patched({ defaultDarkMode: stored.defaultDarkMode }, { defaultDarkMode }),
    light: light === null ? {} : patched(stored.light ?? {}, light ?? {}),
    dark: dark === null ? {} : patched(stored.dark ?? {}, dark ?? {}),
  };
}

function patched<Fields extends object>(
  stored: Fields,
  given: { readonly [Field in keyof Fields]?: Fields[Field] | null | undefined },
): Fields {
  const sent = Object.entries(given).filter(([, value]) => value !== undefined);
  const all = Object.entries({ ...stored, ...Object.fromEntries(sent) });
  // A null logo is also the default.
  return Object.fromEntries(all.filter(([, value]) => value !== null)) as Fields;
}
