import { z } from 'zod';
import { errorTable, expectedFormat } from '../../contract/errors.ts';
import { acrossFields, requiredId } from '../../contract/input.ts';
import type { Id } from '../../kit/id.ts';
import type { Buyer } from './buyer.queries.ts';

/** Error rows of calls on a buyer's records. */
export const presentRows = { notFound: [404, 'Buyer not found'] } as const;
export const erasableRows = {
  running: [400, (id: string) => `Buyer has a running subscription: ${id}; cancel it first`],
  beingPaid: [400, (id: string) => `Buyer has a payment under way: ${id}; try again later`],
} as const;

export const buyerErrors = errorTable('order', {
  missingStoreId: [400, 'Missing required field: storeId'],
  malformedStoreId: [400, expectedFormat('STO')],
  malformedBuyer: [400, 'Invalid buyer: email and buyerIdentity are texts'],
  missingBuyer: [400, 'Missing required field: provide email or buyerIdentity'],
  ...presentRows,
  ...erasableRows,
});

const text = () =>
  z
    .string({ error: buyerErrors.malformedBuyer.code })
    .trim()
    .nullish()
    .transform((value) => value || null);

/** The person's address, identity, or both. */
export const buyerInput = z
  .object({
    storeId: requiredId('STO', buyerErrors.missingStoreId, buyerErrors.malformedStoreId),
    email: text(),
    buyerIdentity: text(),
  })
  .check(
    acrossFields(({ given: { email, buyerIdentity }, refuse }) => {
      if (email === null && buyerIdentity === null) refuse(buyerErrors.missingBuyer);
    }),
  );

export function toBuyer(input: {
  readonly storeId: Id<'STO'>;
  readonly email: string | null;
  readonly buyerIdentity: string | null;
}): Buyer {
  const { storeId, email, buyerIdentity } = input;
  return { storeId, email: email?.toLowerCase() ?? null, identity: buyerIdentity };
}
