import { z } from 'zod';
import { type ErrorRow, type ErrorTable, expectedFormat } from '../../contract/errors.ts';
import { acrossFields, requiredId, requiredIdentifier } from '../../contract/input.ts';
import { isCurrency } from '../../kit/currencies.ts';
import { SESSION_LANGUAGES } from '../../kit/languages.ts';
import { parseAmount } from '../../kit/money.ts';
import { codePointLength } from '../../kit/text.ts';
import { parseHttpUrl } from '../../kit/url.ts';
import {
  CHANGE_PRICE_FIELDS,
  changePriceFields,
  changeRows,
  checkChange,
  openChangeFields,
} from '../plan-change/change-input.ts';
import { MAX_SUCCESS_URL_LENGTH } from '../product/content-input.ts';
import { isSmallMetadata } from '../product/metadata-limits.ts';
import { TAX_CATEGORIES } from '../product/prices.ts';
import { sentBillingDetailInput, sentBillingRows } from './billing-detail.ts';
import { emailText } from './paying-input.ts';
import { PAYMENT_METHODS } from './payment-methods.ts';

/** Seconds (docs/contract/checkout.md). */
const DEFAULT_LIFE_S = 2_700;
const MIN_LIFE_S = 1;
const MAX_LIFE_S = 604_800;
/** In code points (docs/contract/limits.md#counts-and-sizes). */
const MAX_EXTERNAL_ID_LENGTH = 128;

/** The errors that create-session can return for its body (docs/contract/checkout.md). */
export const sessionRows = {
  missingProductId: [400, 'Missing required field: productId'],
  missingCurrency: [400, 'Missing required field: currency'],
  malformedProductId: [400, expectedFormat('PROD')],
  invalidCurrency: [400, 'Invalid currency code'],
  invalidProductType: [400, 'Invalid productType, must be onetime or subscription'],
  invalidAmount: [400, 'Invalid amount'],
  invalidTaxCategory: [400, 'Invalid taxCategory'],
  invalidEmail: [400, 'Invalid buyerEmail'],
  ...sentBillingRows,
  invalidSuccessUrl: [
    400,
    `Invalid successUrl, must be an http(s) URL of at most ${MAX_SUCCESS_URL_LENGTH} characters`,
  ],
  invalidLife: [
    400,
    `Invalid expiresInSeconds, must be an integer from ${MIN_LIFE_S} to ${MAX_LIFE_S}`,
  ],
  invalidMetadata: [400, 'Invalid metadata, must be an object with string values'],
  largeMetadata: [400, 'metadata must not exceed 50 keys of 64 characters and 16 KB'],
  longExternalId: [
    400,
    `orderMerchantExternalId must not exceed ${MAX_EXTERNAL_ID_LENGTH} characters`,
  ],
  invalidLanguage: [400, `Invalid language, must be one of: ${SESSION_LANGUAGES.join(', ')}`],
  invalidMethod: [400, `Invalid payment method, must be one of: ${PAYMENT_METHODS.join(', ')}`],
  bothMethodLists: [400, 'includePaymentMethods and excludePaymentMethods are mutually exclusive'],
  ...changeRows,
} as const;

type SessionErrors = ErrorTable<keyof typeof sessionRows>;

/** The body of create-session. */
export function sessionInput(errors: SessionErrors) {
  return z
    .object({
      ...openFields(errors),
      ...openChangeFields(errors),
      ...merchantFields(errors),
      ...changePriceFields(errors),
    })
    .check(
      acrossFields((fields) => {
        const { given, refuse } = fields;
        const { includePaymentMethods, excludePaymentMethods } = given;
        if (isFilled(includePaymentMethods) && isFilled(excludePaymentMethods)) {
          refuse(errors.bothMethodLists);
        }
        judgePriceSnapshot(given, errors, refuse);
        checkChange(fields, errors);
      }),
    );
}

function isFilled(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}

/** Checks the amount, even if other fields are invalid. */
function judgePriceSnapshot(
  { priceSnapshot, currency }: Readonly<Record<string, unknown>>,
  errors: SessionErrors,
  refuse: (row: ErrorRow) => void,
): void {
  if (typeof priceSnapshot !== 'object' || priceSnapshot === null) return;
  const { amount } = priceSnapshot as { readonly amount?: unknown };
  if (typeof amount !== 'string') return;
  if ((parseAmount(amount, String(currency)) ?? 0n) <= 0n) refuse(errors.invalidAmount);
}

export type SessionInput = z.output<ReturnType<typeof sessionInput>>;

/** Fields that any caller may set. */
function openFields(errors: SessionErrors) {
  const successUrl = z
    .string(errors.invalidSuccessUrl.code)
    .trim()
    .refine((text) => parseHttpUrl(text, MAX_SUCCESS_URL_LENGTH) !== null, {
      error: errors.invalidSuccessUrl.code,
    });
  return {
    productId: requiredId('PROD', errors.missingProductId, errors.malformedProductId),
    currency: requiredIdentifier(errors.missingCurrency, errors.invalidCurrency).refine(
      isCurrency,
      { error: errors.invalidCurrency.code },
    ),
    productType: z.enum(['onetime', 'subscription'], errors.invalidProductType.code).nullish(),
    buyerEmail: blankAsAbsent(emailText(errors.invalidEmail)),
    billingDetail: sentBillingDetailInput(errors).nullish(),
    successUrl: blankAsAbsent(successUrl),
    darkMode: z.boolean().nullish(),
    language: z.enum(SESSION_LANGUAGES, errors.invalidLanguage.code).nullish(),
  };
}

/** Fields that only a merchant may set. */
function merchantFields(errors: SessionErrors) {
  const methods = z
    .array(z.enum(PAYMENT_METHODS, errors.invalidMethod.code), errors.invalidMethod.code)
    .nullish();
  const externalId = z
    .string()
    .trim()
    .refine((text) => codePointLength(text) <= MAX_EXTERNAL_ID_LENGTH, {
      error: errors.longExternalId.code,
    });
  return {
    priceSnapshot: z
      .object({
        amount: z.string(errors.invalidAmount.code),
        taxCategory: z.enum(TAX_CATEGORIES, errors.invalidTaxCategory.code),
      })
      .nullish(),
    withTrial: z.boolean().nullish(),
    expiresInSeconds: z
      .int(errors.invalidLife.code)
      .min(MIN_LIFE_S, errors.invalidLife.code)
      .max(MAX_LIFE_S, errors.invalidLife.code)
      .nullish()
      .transform((seconds) => seconds ?? DEFAULT_LIFE_S),
    metadata: z
      .record(z.string(), z.string(errors.invalidMetadata.code), errors.invalidMetadata.code)
      .refine(isSmallMetadata, { error: errors.largeMetadata.code })
      .nullish(),
    orderMerchantExternalId: blankAsAbsent(externalId),
    includePaymentMethods: methods,
    excludePaymentMethods: methods,
  };
}

/**
 * Names of the fields that only a merchant may set; from other callers they are dropped unread
 * (docs/contract/checkout.md).
 */
export const MERCHANT_FIELDS: readonly (
  | keyof ReturnType<typeof merchantFields>
  | (typeof CHANGE_PRICE_FIELDS)[number]
)[] = [
  ...CHANGE_PRICE_FIELDS,
  'priceSnapshot',
  'withTrial',
  'expiresInSeconds',
  'metadata',
  'orderMerchantExternalId',
  'includePaymentMethods',
  'excludePaymentMethods',
];

/** Null and a blank text count as absent. */
function blankAsAbsent<Schema extends z.ZodType<string, string>>(schema: Schema) {
  const blank = (value: unknown) => typeof value === 'string' && value.trim() === '';
  return z.preprocess((value) => (blank(value) ? null : value), schema.nullish());
}
