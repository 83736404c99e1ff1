import { z } from 'zod';
import { type ErrorTable, expectedFormat } from '../../contract/errors.ts';
import { type GivenFields, optionalId } from '../../contract/input.ts';
import { parseAmount } from '../../kit/money.ts';
import { CHANGE_TIMINGS, type ChangeTiming } from '../checkout-session/session-change.ts';

/**
 * The errors that create-session can return for the fields of a plan change
 * (docs/contract/subscriptions.md#plan-change).
 */
export const changeRows = {
  missingOriginId: [400, 'Missing required field: originOrderId'],
  malformedOriginId: [400, expectedFormat('ORD')],
  invalidTiming: [400, 'Invalid changeTiming, must be immediate or next_period'],
  bothChangeAmounts: [400, 'changeAmount and changeCreditAmount are mutually exclusive'],
  changeWithTrial: [400, 'A plan change begins no trial'],
} as const;

type ChangeErrors = ErrorTable<keyof typeof changeRows | 'invalidAmount'>;

/** The parsed fields of a plan change. */
export interface ChangeFields {
  readonly changeTiming?: ChangeTiming | null | undefined;
  readonly changeAmount?: string | null | undefined;
  readonly changeCreditAmount?: string | null | undefined;
}

/** Fields of a plan change that its buyer may set too. */
export function openChangeFields(errors: ChangeErrors) {
  return {
    originOrderId: optionalId('ORD', errors.malformedOriginId),
    changeTiming: z.enum(CHANGE_TIMINGS, errors.invalidTiming.code).nullish(),
  };
}

/** The price of a plan change, which only a merchant may set: decimal strings, tax included. */
export function changePriceFields(errors: ChangeErrors) {
  return {
    changeAmount: z.string(errors.invalidAmount.code).nullish(),
    changeCreditAmount: z.string(errors.invalidAmount.code).nullish(),
  };
}

export const CHANGE_PRICE_FIELDS = ['changeAmount', 'changeCreditAmount'] as const;

/** Checks between the fields of a plan change. */
export function checkChange({ given, isBroken, refuse }: GivenFields, errors: ChangeErrors): void {
  const { originOrderId, changeTiming, changeAmount, changeCreditAmount, currency } = given;
  const hasOrigin = originOrderId !== undefined || isBroken('originOrderId');
  const amounts = [changeAmount, changeCreditAmount].filter((amount) => amount != null);
  if (!hasOrigin && (changeTiming || amounts.length > 0)) refuse(errors.missingOriginId);
  if (amounts.length > 1) refuse(errors.bothChangeAmounts);
  if (amounts.some((amount) => parseAmount(String(amount), String(currency)) === null)) {
    refuse(errors.invalidAmount);
  }
  if (hasOrigin && given.withTrial === true) refuse(errors.changeWithTrial);
}
