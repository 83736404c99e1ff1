import { word } from './mail-word.ts';

export type Fields = Readonly<Record<string, unknown>>;
/** Subject, heading and paragraphs; the rows are the same for all. */
export type Wording = (data: Fields, store: string) => readonly [string, string, ...string[]];

const NOT_YOU =
  'If it wasn’t you, set a new password and log out everywhere: the dashboard shows both under “Your account”.';

/** What a merchant is told about their own account. */
export const accountWordings: Readonly<Record<string, Wording>> = {
  'address/account.confirm_email': () => [
    'Confirm your e-mail address',
    'Confirm this address',
    'An account of the service was made with this address. The link below confirms it and works for 30 minutes; a new one can be asked for in the dashboard.',
    'If it was not you, ignore this message.',
  ],
  'address/account.reset_password': () => [
    'Set a new password',
    'Set a new password',
    'A new password was asked for your account. The link below sets it, works once and for 30 minutes, and ends every session that is open.',
    'If it was not you, ignore this message: your password stays as it is.',
  ],
  'address/account.password_reset': (data) => [
    'Your password was changed',
    'Your password was changed',
    'A new password was set by the link that we mailed to this address. Every session that was open has ended.',
    ...(word(data.startedAfresh)
      ? [
          'Nobody had confirmed this address before, so everything made with it until now was ended, too: API keys, your memberships in other stores, and other people’s memberships in yours.',
        ]
      : liveKeys(data)),
    'If it wasn’t you, set a new password now and delete the API keys that you don’t know.',
  ],
  'address/account.password_changed': (data) => [
    'Your password was changed',
    'Your password was changed',
    'The password of your account was changed in the dashboard. Every other session has ended.',
    ...liveKeys(data),
    NOT_YOU,
  ],
  'address/account.name_changed': (data) => [
    'The name of your account was changed',
    'The name of your account was changed',
    `It is ${word(data.name)} now.`,
    NOT_YOU,
  ],
  'address/account.confirm_new_email': (data) => [
    'Confirm the new address of your account',
    'Confirm the new address',
    `The address of an account is to change to ${word(data.newEmail)}. It changes once both addresses have confirmed it. The link works for 24 hours, in a browser where you are logged in.`,
    'If it wasn’t you, ignore this message and set a new password.',
  ],
  'address/account.email_changed': (data) => [
    'The address of your account was changed',
    'The address of your account was changed',
    `It is ${word(data.newEmail)} now. Log in with it from now on.`,
    NOT_YOU,
  ],
  'address/account.two_factor_on': () => [
    'Two-factor login is on',
    'Two-factor login is on',
    'From now on, logging in takes a code of your authenticator app, or a recovery code.',
    NOT_YOU,
  ],
  'address/account.two_factor_off': () => [
    'Two-factor login is off',
    'Two-factor login is off',
    'Logging in takes your password alone from now on.',
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
    'The recovery codes of your account were replaced. The earlier ones no longer work.',
    NOT_YOU,
  ],
  'address/account.second_factor_removed': () => [
    'Two-factor login was turned off for you',
    'Two-factor login was turned off for you',
    'The operator of this service removed the authenticator app, passkeys and recovery codes of your account and logged you out everywhere. Log in with your password, and set up a new second factor.',
    'If you didn’t ask for this, set a new password now and tell the operator.',
  ],
  'address/account.passkey_added': (data) => [
    'A passkey was added to your account',
    'A passkey was added to your account',
    `Its name is ${word(data.name)}. Whoever has it can log in with it.`,
    NOT_YOU,
  ],
  'address/account.passkey_removed': (data) => [
    'A passkey was removed from your account',
    'A passkey was removed from your account',
    `Its name was ${word(data.name)}. Nobody can log in with it any longer.`,
    NOT_YOU,
  ],
  'address/account.new_log_in': (data) => [
    'New login to your account',
    'New login to your account',
    `Somebody logged in at ${word(data.at)} from ${word(data.address)}${word(data.userAgent) && `, with ${word(data.userAgent)}`}.`,
    NOT_YOU,
  ],
  'address/account.invitation': (data) => [
    `You are invited to ${word(data.invitedTo)}`,
    `Join ${word(data.invitedTo)}`,
    `You are invited to work on the store ${word(data.invitedTo)} as ${word(data.role)}. Sign up with this address, or log in, and confirm it: the link below does both and works for seven days.`,
    'If you don’t expect this, ignore this message: nothing happens without you.',
  ],
};

function liveKeys({ keys }: Fields): string[] {
  const lines = word(keys).split('\n').filter(Boolean);
  if (lines.length === 0) return ['The account has no live API keys.'];
  return ['These API keys of the account still work. Delete those you don’t know:', ...lines];
}
