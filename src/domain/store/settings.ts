import { z } from 'zod';
import { type SwitchName, storedName, switchNames } from '../../events/switches.ts';

/**
 * Keys of former switches, dropped like platform-managed ones
 * (docs/contract/stores.md#update-store).
 */
export const LEGACY_SWITCHES = ['notifyPayoutCompleted', 'notifyPayoutFailed'] as const;

export interface Theme {
  readonly checkoutLogo: string | null;
  readonly checkoutColorPrimary: string;
  readonly checkoutColorBackground: string;
  readonly checkoutColorCard: string;
  readonly checkoutColorText: string;
  readonly checkoutBorderRadius: string;
}

/** The themes of a new store (docs/contract/resources.md#notification-settings). */
export const DEFAULT_LIGHT: Theme = {
  checkoutLogo: null,
  checkoutColorPrimary: '#000000',
  checkoutColorBackground: '#FFFFFF',
  checkoutColorCard: '#F5F5F5',
  checkoutColorText: '#1A1A1A',
  checkoutBorderRadius: '8px',
};
export const DEFAULT_DARK: Theme = {
  checkoutLogo: null,
  checkoutColorPrimary: '#FFFFFF',
  checkoutColorBackground: '#1A1A1A',
  checkoutColorCard: '#2A2A2A',
  checkoutColorText: '#F5F5F5',
  checkoutBorderRadius: '8px',
};

/** What the database stores: only values that differ from the defaults. */
export type StoredNotifications = Readonly<Record<string, boolean>>;
export interface StoredCheckout {
  readonly defaultDarkMode?: boolean;
  readonly light?: Partial<Theme>;
  readonly dark?: Partial<Theme>;
}

const switchViews = Object.fromEntries(switchNames.map((name) => [name, z.boolean()]));

export const notificationSettingsView = z.object(switchViews as Record<SwitchName, z.ZodBoolean>);

const themeView = z.object({
  checkoutLogo: z.string().nullable(),
  checkoutColorPrimary: z.string(),
  checkoutColorBackground: z.string(),
  checkoutColorCard: z.string(),
  checkoutColorText: z.string(),
  checkoutBorderRadius: z.string(),
});

export const checkoutSettingsView = z.object({
  defaultDarkMode: z.boolean(),
  light: themeView,
  dark: themeView,
});
export type CheckoutSettings = z.output<typeof checkoutSettingsView>;

/** All switches with their values: true unless stored otherwise. */
export function viewNotifications(
  stored: StoredNotifications,
): z.input<typeof notificationSettingsView> {
  const entries = switchNames.map((name) => [name, stored[storedName(name)] ?? true]);
  return Object.fromEntries(entries) as z.input<typeof notificationSettingsView>;
}

/** Both complete themes, with stored fields overriding the defaults. */
export function viewCheckout(stored: StoredCheckout): CheckoutSettings {
  return {
    defaultDarkMode: stored.defaultDarkMode ?? false,
    light: { ...DEFAULT_LIGHT, ...stored.light },
    dark: { ...DEFAULT_DARK, ...stored.dark },
  };
}
