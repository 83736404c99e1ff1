import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ErrorRow } from '../../contract/errors.ts';
import { requiredText } from '../../contract/input.ts';
import type { Secrets } from '../../contract/ports.ts';
import type { Tx } from '../../database/database.ts';
import type { Id } from '../../kit/id.ts';
import { secretCodeHash } from '../../kit/secret-code.ts';
import { addMs } from '../../kit/time.ts';
import { totpStep } from '../../kit/totp.ts';
import { lockMerchant } from '../api-key/api-key.queries.ts';
import {
  countFailure,
  findFactorStart,
  lockSecondFactor,
  replaceRecoveryCodes,
  takeRecoveryCode,
  takeStep,
} from './second-factor.queries.ts';

/**
 * Wrong codes for an account within the time, from any sender, before the authenticator's codes are
 * refused.
 */
const MAX_FAILURES = 10;
const FAILURES_COUNT_MS = 15 * 60 * 1000;
const RECOVERY_CODES = 10;
/** Random bytes of a recovery code: too many to guess, so a plain hash is enough. */
const RECOVERY_BYTES = 10;

/** Characters of a submitted code: a recovery code with room for blanks. */
const MAX_CODE_LENGTH = 64;

/** A code to verify; an overlong one is `wrong`. */
export function sentCode(wrong: ErrorRow): z.ZodType<string, string> {
  return z.string().max(MAX_CODE_LENGTH, wrong.code).trim();
}

/** Like `sentCode`, but required. */
export function requiredCode(missing: ErrorRow, wrong: ErrorRow): z.ZodType<string, string> {
  return requiredText(missing).pipe(sentCode(wrong));
}

/** Binds a sealed secret to its account. */
export function totpContext(merchantId: string): string {
  return `second-factor/${merchantId}`;
}

/**
 * Replaces an account's recovery codes with new ones. Locks the account, since concurrent calls
 * would otherwise leave both sets.
 */
export async function giveRecoveryCodes(
  tx: Tx,
  merchantId: Id<'MER'>,
  now: Date,
): Promise<string[]> {
  await lockMerchant(tx, merchantId);
  const codes = newRecoveryCodes();
  await replaceRecoveryCodes(tx, merchantId, codes.map(recoveryCodeHash), now);
  return codes;
}

/** New recovery codes in the form shown once: `xxxxx-xxxxx-xxxxx-xxxxx`. */
function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const digits = randomBytes(RECOVERY_BYTES).toString('hex');
    return (digits.match(/.{5}/g) ?? []).join('-');
  });
}

/** The hash under which a recovery code is stored, independent of its spelling. */
function recoveryCodeHash(code: string): Buffer {
  return secretCodeHash(code.toLowerCase().replace(/[^0-9a-f]/g, ''));
}

/** A time: no code of the authenticator is accepted until then. */
export type CodeOutcome = 'taken' | 'wrong' | 'none' | Date;

/**
 * Uses up a code of the account's authenticator or a recovery code; in the state `begun`, the first
 * code of an unconfirmed authenticator. Each code works once. `none` means that the account has no
 * such factor. After too many wrong codes, only recovery codes are accepted, and wrong ones no
 * longer count.
 */
export async function takeCode(
  tx: Tx,
  merchantId: Id<'MER'>,
  code: string,
  secrets: Pick<Secrets, 'open'>,
  now: Date,
  state: 'begun' | 'confirmed' = 'confirmed',
): Promise<CodeOutcome> {
  const [factor] = await lockSecondFactor(tx, merchantId);
  if (!factor) return 'none';
  const isFirst = state === 'begun';
  if (isFirst && (factor.isConfirmed || factor.sealedSecret === null)) return 'none';
  const since = addMs(now, -FAILURES_COUNT_MS);
  const { failures, failingSince } = factor;
  const takeRecovery = async () =>
    isFirst ? [] : takeRecoveryCode(tx, merchantId, recoveryCodeHash(code));
  if (failingSince && failingSince > since && failures >= MAX_FAILURES) {
    // Otherwise, someone with the password could lock the owner out. Guessing is hopeless.
    const isTaken = (await takeRecovery()).length > 0;
    return isTaken ? 'taken' : addMs(failingSince, FAILURES_COUNT_MS);
  }
  // An unconfirmed authenticator isn't accepted.
  const sealed = isFirst || factor.isConfirmed ? factor.sealedSecret : null;
  const secret = sealed && secrets.open(sealed, totpContext(merchantId));
  const step = secret && totpStep(secret, code.replaceAll(' ', ''), now);
  const taken = step === null ? await takeRecovery() : await takeStep(tx, merchantId, Number(step));
  if (taken.length > 0) return 'taken';
  await countFailure(tx, merchantId, since, now);
  return 'wrong';
}

/** When the account's second factor was turned on, and what became of the code. */
type FactorOutcome = readonly [start: Date | null, outcome: CodeOutcome | 'missing'];

/** The error rows about a second factor. */
export interface FactorRows {
  readonly codeRequired: ErrorRow;
  readonly wrongCode: ErrorRow;
  readonly tooManyCodes: ErrorRow;
}

/**
 * Throws one of the rows unless the second factor is right or the account has none. Must be called
 * outside the action's transaction, since a wrong code counts although the call is refused. Returns
 * the start of the factor that was passed, or null, for `requireSameFactor`.
 */
export async function requireSecondFactor(
  transact: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
  merchantId: Id<'MER'>,
  code: string | null | undefined,
  secrets: Pick<Secrets, 'open'>,
  now: Date,
  rows: FactorRows,
): Promise<Date | null> {
  const [start, outcome] = await transact(async (tx): Promise<FactorOutcome> => {
    const found = await findFactorStart(tx, merchantId);
    if (found === null) return [null, 'none'];
    return [found, code ? await takeCode(tx, merchantId, code, secrets, now) : 'missing'];
  });
  if (outcome === 'missing') throw rows.codeRequired();
  if (outcome === 'wrong') throw rows.wrongCode();
  if (outcome instanceof Date) throw rows.tooManyCodes.until(outcome, now);
  return start;
}

/**
 * Throws one of the rows if a second factor was turned on after `requireSecondFactor` returned. The
 * account must be locked, so that none is turned on before the commit.
 */
export async function requireSameFactor(
  tx: Tx,
  merchantId: Id<'MER'>,
  passed: Date | null,
  rows: FactorRows,
): Promise<void> {
  const start = await findFactorStart(tx, merchantId);
  if (start === null || start.getTime() === passed?.getTime()) return;
  throw passed === null ? rows.codeRequired() : rows.wrongCode();
}
