import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import type { CardExpiry } from '../../contract/sandbox-cards.ts';

/** Two-digit years belong to this century. */
const CENTURY = 2000;

const errors = errorTable('order', {
  invalidNumber: [400, 'Invalid card number'],
  invalidExpiry: [400, 'Invalid card expiry'],
  invalidCode: [400, 'Invalid security code'],
  expired: [400, 'Card has expired'],
  unknownCard: [400, 'Unknown test card, real cards are never accepted here'],
});

const digits = (error: string) => z.coerce.number({ error }).int(error);

/** Exchanges a test card for a payment token; the card number is neither stored nor logged. */
export const createSandboxToken = action({
  path: 'checkout/create-sandbox-token',
  summary: 'Get a payment token for a test card',
  auth: ['anonymous'],
  environment: 'none',
  replayable: false,
  errors,
  input: z.object({
    number: z
      .string({ error: errors.invalidNumber.code })
      .transform((text) => text.replaceAll(/[\s-]/g, ''))
      .pipe(z.string().regex(/^\d{12,19}$/, errors.invalidNumber.code)),
    expMonth: digits(errors.invalidExpiry.code)
      .min(1, errors.invalidExpiry.code)
      .max(12, errors.invalidExpiry.code),
    expYear: digits(errors.invalidExpiry.code)
      .min(0, errors.invalidExpiry.code)
      .max(9999, errors.invalidExpiry.code)
      .transform((year) => (year < 100 ? CENTURY + year : year)),
    cvc: z.string({ error: errors.invalidCode.code }).regex(/^\d{3}$/, errors.invalidCode.code),
  }),
  output: z.object({ token: z.string(), brand: z.string(), last4: z.string() }),
  prepare: async ({ input, ports, now }) => {
    const { number, expMonth, expYear } = input;
    if (isOver(input, now)) throw errors.expired();
    const token = await ports.sandboxCards.tokenize({ number, expMonth, expYear }, now);
    if (!token) throw errors.unknownCard();
    return token;
  },
  handle: async ({ prepared }) => ({ data: prepared }),
});

/** A card is valid until the end of its expiry month. */
function isOver({ expMonth, expYear }: CardExpiry, now: Date): boolean {
  const year = now.getUTCFullYear();
  return expYear < year || (expYear === year && expMonth < now.getUTCMonth() + 1);
}
