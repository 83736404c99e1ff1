import type { Fields } from './mail-text.ts';
import { word } from './mail-word.ts';

/** Subject, heading and paragraphs; the rows are the same for all. */
export type Wording = (data: Fields, store: string) => readonly [string, string, ...string[]];

const NOT_YOU =
  'If it wasn’t you, set a new password and log out everywhere: the dashboard shows both under “Your account”.';

/** Mails to merchants about their own account. */
export const accountWordings: Readonly<Record<string, Wording>> = {
  'address/account.confirm_email': () => [
    'Confirm your email address',
    'Confirm this address',
    'An account was created with this address. Use the link below to confirm it. The link expires in 30 minutes; you can request a new one in the dashboard.',
    'If it wasn’t you, ignore this message.',
  ],
  'address/account.reset_password': () => [
    'Set a new password',
    'Set a new password',
    'Someone requested a new password for your account. Use the link below to set it. The link works once, expires in 30 minutes, and logs you out everywhere.',
    'If it wasn’t you, ignore this message. Your password won’t change.',
  ],
  'address/account.password_reset': (data) => [
    'Your password was changed',
    'Your password was changed',
    'A new password was set with the link that we sent to this address. You’ve been logged out everywhere.',
    ...(word(data.startedAfresh)
      ? [
          'This address hadn’t been confirmed before, so everything created with it until now was revoked: API keys, your memberships in other stores, and other people’s memberships in yours.',
          'Your stores’ webhooks were disabled and their support addresses removed. In the dashboard, delete webhooks that you don’t recognize and enable the others.',
        ]
      : liveKeys(data)),
    'If it wasn’t you, set a new password now and delete the API keys you don’t recognize.',
  ],
  'address/account.password_changed': (data) => [
    'Your password was changed',
    'Your password was changed',
    'Your account’s password was changed in the dashboard. All other sessions were logged out.',
    ...liveKeys(data),
    NOT_YOU,
  ],
  'address/account.name_changed': (data) => [
    'Your account’s name was changed',
    'Your account’s name was changed',
    ...(word(data.name) ? [`It is now ${word(data.name)}.`] : []),
    NOT_YOU,
  ],
  'address/account.confirm_new_email': (data) => [
    'Confirm your account’s new address',
    'Confirm the new address',
    `An account’s address is about to change to ${word(data.newEmail)}. It changes once both addresses have confirmed it. The link works for 24 hours, in a browser where you are logged in.`,
    'If it wasn’t you, ignore this message and set a new password.',
  ],
  'address/account.email_changed': (data) => [
    'Your account’s address was changed',
    'Your account’s address was changed',
    `It is now ${word(data.newEmail)}. Log in with it from now on.`,
    NOT_YOU,
  ],
  'address/account.two_factor_on': () => [
    'Two-factor login is on',
    'Two-factor login is on',
    'From now on, you log in with a code from your authenticator app or a recovery code.',
    NOT_YOU,
  ],
  'address/account.two_factor_off': () => [
    'Two-factor login is off',
    'Two-factor login is off',
    'From now on, you log in with your password only.',
    NOT_YOU,
  ],
  'address/account.authenticator_removed': () => [
    'Your authenticator app was removed',
    'Your authenticator app was removed',
    'Log in with a passkey from now on, or with your password and a recovery code.',
    NOT_YOU,
  ],
  'address/account.recovery_codes_renewed': () => [
    'You have new recovery codes',
    'You have new recovery codes',
    'Your account’s recovery codes were replaced. The earlier ones no longer work.',
    NOT_YOU,
  ],
  'address/account.second_factor_removed': () => [
    'Two-factor login was turned off for you',
    'Two-factor login was turned off for you',
    'The operator of this service removed your account’s authenticator app, passkeys and recovery codes and logged you out everywhere. Log in with your password, and set up a new second factor.',
    'If you didn’t ask for this, set a new password now and tell the operator.',
  ],
  'address/account.second_factor_required': (data) => [
    `${word(data.requiredBy) || 'A store'} requires two-factor login`,
    `${word(data.requiredBy) || 'A store'} requires two-factor login`,
    'You are a member of this store and have no second factor yet. Until you have one, your dashboard doesn’t show it.',
    'Turn on two-factor login or add a passkey: the dashboard has both under “Your account”. API keys that you made before work as they did; keys that you make without a second factor don’t reach the store.',
  ],
  'address/account.passkey_added': (data) => [
    'A passkey was added to your account',
    'A passkey was added to your account',
    `${word(data.name) && `Its name is ${word(data.name)}. `}Anyone who has it can log in to your account.`,
    'If it wasn’t you, first remove the passkey in the dashboard under “Your account”: it keeps working when you change your password or log out everywhere. Removing it logs out all other sessions. Then set a new password.',
  ],
  'address/account.passkey_removed': (data) => [
    'A passkey was removed from your account',
    'A passkey was removed from your account',
    `${word(data.name) && `Its name was ${word(data.name)}. `}It can no longer be used to log in.`,
    NOT_YOU,
  ],
  'address/account.new_log_in': (data) => [
    'New login to your account',
    'New login to your account',
    `Someone logged in at ${word(data.at)} from ${word(data.address)}${word(data.userAgent) && `, with ${word(data.userAgent)}`}.`,
    NOT_YOU,
  ],
  'address/account.invitation': (data) => [
    `You are invited to ${word(data.invitedTo)}`,
    `Join ${word(data.invitedTo)}`,
    `You are invited to work on the store ${word(data.invitedTo)} as ${word(data.role)}. Sign up with this address, or log in, and confirm it: the link below does both and works for seven days.`,
    'If you weren’t expecting this, ignore this message. Nothing happens unless you accept.',
  ],
};

/** Nothing about keys to an address that was never confirmed. */
function liveKeys({ keys }: Fields): string[] {
  if (keys === undefined) return [];
  const lines = String(keys ?? '')
    .split('\n')
    .map(word)
    .filter(Boolean);
  if (lines.length === 0) return ['The account has no live API keys.'];
  return ['These API keys of the account still work. Delete those you don’t recognize:', ...lines];
}
