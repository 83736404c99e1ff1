import { addPasskey } from './add-passkey.ts';
import { beginPasskey } from './begin-passkey.ts';
import { beginPasskeyLogIn } from './begin-passkey-log-in.ts';
import { beginPasskeyStepUp } from './begin-passkey-step-up.ts';
import { listPasskeys } from './list-passkeys.ts';
import { logInWithPasskey } from './log-in-with-passkey.ts';
import { removePasskey } from './remove-passkey.ts';
import { renamePasskey } from './rename-passkey.ts';

/** What an account does with passkeys. */
export const passkeyActions = [
  beginPasskey,
  addPasskey,
  listPasskeys,
  renamePasskey,
  removePasskey,
  beginPasskeyLogIn,
  logInWithPasskey,
  beginPasskeyStepUp,
] as const;
