import { z } from 'zod';
import { encodeId, type Id } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';

/** A code is valid for ten minutes and five tries (docs/contract/notifications.md). */
export const CODE_LIFE_MS = 10 * 60 * 1000;
export const CODE_TRIES = 5;
/** Codes mailed to one address within an hour, across all stores. */
export const MAX_CODES_AN_HOUR = 5;

/** The mail that carries a code. */
export const CODE_MAIL = 'support_email.code';

export const supportEmailView = z.object({
  storeId: z.string(),
  email: z.string(),
  status: z.literal('pending'),
  expiresAt: z.string(),
});

/** An address whose code hasn't been confirmed yet. */
export function viewPendingEmail(pending: {
  readonly storeId: Id<'STO'>;
  readonly email: string;
  readonly expiresAt: Date;
}): z.input<typeof supportEmailView> {
  const { storeId, email, expiresAt } = pending;
  return {
    storeId: encodeId('STO', storeId),
    email,
    status: 'pending',
    expiresAt: toIso(expiresAt),
  };
}

/** Binds a code to the store and the address that it was mailed to. */
export function supportCodeContext(storeId: Id<'STO'>, email: string): string {
  return `support-email/${storeId}/${email}`;
}
