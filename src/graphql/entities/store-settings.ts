import { DEFAULT_DARK, DEFAULT_LIGHT, type Theme } from '../../domain/store/settings.ts';
import { MERCHANT_SWITCHES, PLATFORM_SWITCHES, storedName } from '../../events/switches.ts';
import type { Field, ObjectType } from '../description.ts';
import { flag, part, plain } from '../fields.ts';

const switches = [
  ...MERCHANT_SWITCHES.map((name) => [name, 'Set by the merchant.'] as const),
  ...PLATFORM_SWITCHES.map((name) => [name, 'Managed by the platform.'] as const),
];

/** Only differences from the default, `true`, are stored. */
export const notificationSettings: ObjectType = {
  name: 'NotificationSettings',
  description: 'Switches of the notifications and emails about a store; all are on by default.',
  fields: Object.fromEntries(
    switches.map(([name, who]) => [
      name,
      flag(
        `Whether \`${name}\` is on. ${who}`,
        (row) => `coalesce((${row}.notification_settings->>'${storedName(name)}')::boolean, true)`,
        { required: true, filter: false },
      ),
    ]),
  ),
};

const MEANINGS: Readonly<Record<keyof Theme, string>> = {
  checkoutLogo: 'URL of the logo.',
  checkoutColorPrimary: 'Color of buttons, in hex.',
  checkoutColorBackground: 'Color of the page, in hex.',
  checkoutColorCard: 'Color of the cards on it, in hex.',
  checkoutColorText: 'Color of the text, in hex.',
  checkoutBorderRadius: 'Corner radius, a CSS length.',
};

function theme(name: string, of: 'light' | 'dark', defaults: Theme): ObjectType {
  const fields = Object.entries(MEANINGS).map(([field, description]): [string, Field] => {
    const standard = defaults[field as keyof Theme];
    const fallback = standard === null ? 'null' : `'${standard}'`;
    const stored = `checkout_settings->'${of}'->>'${field}'`;
    const options = { required: standard !== null };
    return [field, plain(description, (row) => `coalesce(${row}.${stored}, ${fallback})`, options)];
  });
  const description = `The ${of} theme of the hosted checkout.`;
  return { name, description, fields: Object.fromEntries(fields) };
}

export const checkoutSettings: ObjectType = {
  name: 'CheckoutSettings',
  description: 'How the hosted checkout of a store looks.',
  fields: {
    defaultDarkMode: flag(
      'Whether the dark theme is the default.',
      (row) => `coalesce((${row}.checkout_settings->>'defaultDarkMode')::boolean, false)`,
      { required: true, filter: false },
    ),
    light: part(theme('CheckoutLightTheme', 'light', DEFAULT_LIGHT), 'The light theme.', {
      required: true,
    }),
    dark: part(theme('CheckoutDarkTheme', 'dark', DEFAULT_DARK), 'The dark theme.', {
      required: true,
    }),
  },
};
