import { z } from 'zod';
import type { ErrorRow, ErrorTable } from '../../contract/errors.ts';
import { optionalId } from '../../contract/input.ts';
import type { Id } from '../../kit/id.ts';
import { parseAmount } from '../../kit/money.ts';

/** When a plan change takes effect (decisions 6). */
export const CHANGE_TIMINGS = ['immediate', 'next_period'] as const;
export type ChangeTiming = (typeof CHANGE_TIMINGS)[number];

/** What create-session may answer about the fields of a plan change (decisions 6, 13). */
export const changeRows = {
  missingOriginId: [400, 'Missing required field: originOrderId'],
  malformedOriginId: [400, (got: string) => `Expected format: ORD_xxx, got "${got}"`],
  invalidTiming: [400, 'Invalid changeTiming, must be immediate or next_period'],
  bothChangeAmounts: [400, 'changeAmount and changeCreditAmount are mutually exclusive'],
  changeWithTrial: [400, 'A plan change begins no trial'],
} as const;

type ChangeErrors = ErrorTable<keyof typeof changeRows | 'invalidAmount'>;

/** Fields of a plan change that its buyer may set as well. */
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

interface ChangeFields {
  readonly originOrderId: Id<'ORD'> | undefined;
  readonly currency: string;
  readonly changeTiming?: ChangeTiming | null | undefined;
  readonly changeAmount?: string | null | undefined;
  readonly changeCreditAmount?: string | null | undefined;
  readonly withTrial?: boolean | null | undefined;
}

/** What the fields of a plan change demand of each other. */
export function checkChange(
  fields: ChangeFields,
  errors: ChangeErrors,
  refuse: (row: ErrorRow) => void,
): void {
  const { originOrderId, changeTiming, changeAmount, changeCreditAmount, currency } = fields;
  const amounts = [changeAmount, changeCreditAmount].filter((amount) => amount != null);
  if (!originOrderId && (changeTiming || amounts.length > 0)) refuse(errors.missingOriginId);
  if (amounts.length > 1) refuse(errors.bothChangeAmounts);
  if (amounts.some((amount) => parseAmount(amount, currency) === null)) {
    refuse(errors.invalidAmount);
  }
  if (originOrderId && fields.withTrial === true) refuse(errors.changeWithTrial);
}
