import type { ObjectType } from '../description.ts';
import { amount, plain } from '../fields.ts';

/** An amount with its currency, as refunds and their requests show it. */
export function refundAmount(
  name: string,
  description: string,
  minor: (row: string) => string,
  currency: (row: string) => string,
): ObjectType {
  return {
    name,
    description,
    fields: {
      amount: amount('Decimal string in the major unit.', minor, currency, { required: true }),
      currency: plain('ISO 4217 code.', currency, { required: true }),
    },
  };
}
