import { createPublicKey } from 'node:crypto';
import { z } from 'zod';
import { action } from '../../contract/action.ts';
import type { Environment } from '../../contract/caller.ts';
import { type ActionError, errorTable } from '../../contract/errors.ts';
import { isoTime, nameText } from '../../contract/input.ts';
import type { Tx } from '../../database/database.ts';
import { type Id, newUuid } from '../../kit/id.ts';
import { lockOwnAccount } from '../merchant/own-account.ts';
import { hasSecondFactor } from '../merchant/second-factor.queries.ts';
import { countLiveKeys, insertApiKey } from './api-key.queries.ts';
import {
  apiKeyView,
  exportPublicKey,
  type PublicKey,
  readPublicKey,
  viewApiKey,
} from './api-key.ts';

/** Live keys of a merchant (docs/contract/authentication.md). */
const MAX_KEYS = 20;
/** Code points of a nickname. */
const MAX_NICKNAME_LENGTH = 64;

const errors = errorTable('user', {
  invalidEnvironment: [400, 'Invalid environment, must be test or prod'],
  missingNickname: [400, 'Missing required field: nickname'],
  longNickname: [400, `Nickname cannot exceed ${MAX_NICKNAME_LENGTH} characters`],
  controlNickname: [400, 'Nickname cannot contain control characters'],
  invalidExpiresAt: [400, 'Invalid expiresAt, must be a time in the future in ISO 8601'],
  privateKey: [
    400,
    'Invalid publicKey: this is a private key; make a new pair and send its public key',
  ],
  opensshKey: [
    400,
    'Invalid publicKey: this is in OpenSSH format; convert it to PEM with ssh-keygen -e -m PKCS8 -f <file>',
  ],
  keyInOneLine: [400, 'Invalid publicKey: the PEM has lost its line breaks'],
  invalidPublicKey: [400, 'Invalid publicKey, must be an RSA public key of 2048 to 4096 bits'],
  tooManyKeys: [400, `Cannot create more API keys. Maximum limit of ${MAX_KEYS} has been reached.`],
  nicknameTaken: [400, 'Nickname is already used in this environment'],
  registered: [400, 'Public key is already registered'],
});

/**
 * Registers an API key. If the caller sends a public key, the private key stays with them.
 * Otherwise the pair is generated here, and the private key is returned once and never stored
 * (docs/contract/authentication.md#api-keys).
 */
export const createKey = action({
  path: 'api-key/create-key',
  summary: 'Create an API key bound to one environment',
  auth: ['dashboard'],
  environment: 'none',
  stepUp: 'always',
  replayable: false,
  errors,
  input: z.object({
    environment: z.enum(['test', 'prod'], { error: errors.invalidEnvironment.code }),
    nickname: nameText(MAX_NICKNAME_LENGTH, {
      missing: errors.missingNickname,
      blank: errors.missingNickname,
      tooLong: errors.longNickname,
      control: errors.controlNickname,
    }),
    publicKey: z.string({ error: errors.invalidPublicKey.code }).nullish(),
    expiresAt: isoTime(errors.invalidExpiresAt).nullish(),
  }),
  output: z.object({ apiKey: apiKeyView, privateKey: z.string().optional() }),
  prepare: async ({
    input,
    now,
    caller,
    ports,
    transact,
  }): Promise<{ publicKey: PublicKey; privateKey?: string }> => {
    if (input.expiresAt && input.expiresAt <= now) throw errors.invalidExpiresAt();
    if (typeof input.publicKey !== 'string') {
      // What can't be created costs no key pair.
      await transact((tx) => requireRoom(tx, caller.merchantId, input));
      const { publicKey, privateKey } = await ports.keyPairs.generate(caller.merchantId);
      return { publicKey: exportPublicKey(createPublicKey(publicKey)), privateKey };
    }
    const publicKey = readPublicKey(input.publicKey);
    if (!publicKey) throw refusalOf(input.publicKey);
    return { publicKey };
  },
  handle: async ({ input, prepared, caller, tx, now }) => {
    const { environment, nickname } = input;
    await lockOwnAccount(tx, caller);
    await requireRoom(tx, caller.merchantId, input);
    const [key] = await insertApiKey(tx, {
      id: newUuid(now),
      merchantId: caller.merchantId,
      environment,
      nickname,
      publicKey: prepared.publicKey.pem,
      fingerprint: prepared.publicKey.fingerprint,
      createdAt: now,
      expiresAt: input.expiresAt ?? null,
      twoFactor: await hasSecondFactor(tx, caller.merchantId),
    });
    if (!key) throw errors.registered();
    const { privateKey } = prepared;
    return {
      data: { apiKey: viewApiKey(key), ...(privateKey ? { privateKey } : {}) },
      audit: { environment },
    };
  },
});

/** The row for a text that is no accepted public key: common mistakes have their own. */
function refusalOf(text: string): ActionError {
  if (text.includes('PRIVATE KEY')) return errors.privateKey();
  if (/^\s*(?:ssh-rsa |---- BEGIN SSH2)/.test(text)) return errors.opensshKey();
  const isInOneLine = /-----BEGIN [A-Z ]+-----(?![\t ]*[\r\n])/.test(text);
  return isInOneLine ? errors.keyInOneLine() : errors.invalidPublicKey();
}

async function requireRoom(
  tx: Tx,
  merchantId: Id<'MER'>,
  { environment, nickname }: { readonly environment: Environment; readonly nickname: string },
): Promise<void> {
  const live = await countLiveKeys(tx, merchantId, environment, nickname);
  if (live.all >= MAX_KEYS) throw errors.tooManyKeys();
  if (live.named > 0) throw errors.nicknameTaken();
}
