import { z } from 'zod';
import type { ErrorRow, ErrorTable } from '../../contract/errors.ts';
import { requiredId, requiredText } from '../../contract/input.ts';
import { LANGUAGES } from '../../kit/languages.ts';
import { parseAmount } from '../../kit/money.ts';
import { codePointLength } from '../../kit/text.ts';
import { parseHttpUrl } from '../../kit/url.ts';
import { TAX_CATEGORIES } from '../product/prices.ts';
import { billingDetailInput, billingRows } from './billing-detail.ts';
import {
  CHANGE_PRICE_FIELDS,
  changePriceFields,
  changeRows,
  checkChange,
  openChangeFields,
} from './change-input.ts';
import { emailText } from './paying-input.ts';
import { PAYMENT_METHODS } from './payment-methods.ts';

/** Decisions 6: seconds. */
const DEFAULT_LIFE_S = 2_700;
const SHORTEST_LIFE_S = 60;
const LONGEST_LIFE_S = 604_800;
/** Specification 8: code points. */
const LONGEST_EXTERNAL_ID = 128;
/** Characters, as a product's (Specification 8). */
const LONGEST_SUCCESS_URL = 512;
/** As a product's (Specification 8, decisions 4): keys, code points of one, bytes of the whole. */
const MOST_METADATA_KEYS = 50;
const LONGEST_METADATA_KEY = 64;
const LARGEST_METADATA_BYTES = 16 * 1024;
const CURRENCY = /^[A-Z]{3}$/;

/** What create-session may answer about its body (decisions 6). */
export const sessionRows = {
  missingProductId: [400, 'Missing required field: productId'],
  missingCurrency: [400, 'Missing required field: currency'],
  malformedProductId: [400, (got: string) => `Expected format: PROD_xxx, got "${got}"`],
  invalidCurrency: [400, 'Invalid currency code'],
  invalidProductType: [400, 'Invalid productType, must be onetime or subscription'],
  invalidAmount: [400, 'Invalid amount'],
  invalidTaxCategory: [400, 'Invalid taxCategory'],
  invalidEmail: [400, 'Invalid buyerEmail'],
  ...billingRows,
  invalidSuccessUrl: [
    400,
    `Invalid successUrl, must be an http(s) URL of at most ${LONGEST_SUCCESS_URL} characters`,
  ],
  invalidLife: [
    400,
    `Invalid expiresInSeconds, must be an integer from ${SHORTEST_LIFE_S} to ${LONGEST_LIFE_S}`,
  ],
  invalidMetadata: [400, 'Invalid metadata, must be an object with string values'],
  largeMetadata: [400, 'metadata must not exceed 50 keys of 64 characters and 16 KB'],
  longExternalId: [
    400,
    `orderMerchantExternalId must not exceed ${LONGEST_EXTERNAL_ID} characters`,
  ],
  invalidLanguage: [400, `Invalid language, must be one of: ${LANGUAGES.join(', ')}`],
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
    .check(({ value, issues }) => {
      const refuse = (row: ErrorRow) =>
        issues.push({ code: 'custom', message: row.code, input: value });
      const { includePaymentMethods, excludePaymentMethods, priceSnapshot, currency } = value;
      if (includePaymentMethods?.length && excludePaymentMethods?.length) {
        refuse(errors.bothMethodLists);
      }
      if (priceSnapshot && (parseAmount(priceSnapshot.amount, currency) ?? 0n) <= 0n) {
        refuse(errors.invalidAmount);
      }
      checkChange(value, errors, refuse);
    });
}
export type SessionInput = z.output<ReturnType<typeof sessionInput>>;

/** Fields that everyone may set. */
function openFields(errors: SessionErrors) {
  const successUrl = z
    .string(errors.invalidSuccessUrl.code)
    .trim()
    .refine((text) => parseHttpUrl(text, LONGEST_SUCCESS_URL) !== null, {
      error: errors.invalidSuccessUrl.code,
    });
  return {
    productId: requiredId('PROD', errors.missingProductId, errors.malformedProductId),
    currency: requiredText(errors.missingCurrency).pipe(
      z.string().regex(CURRENCY, errors.invalidCurrency.code),
    ),
    productType: z.enum(['onetime', 'subscription'], errors.invalidProductType.code).nullish(),
    buyerEmail: blankAsAbsent(emailText(errors.invalidEmail)),
    billingDetail: billingDetailInput(errors).nullish(),
    successUrl: blankAsAbsent(successUrl),
    darkMode: z.boolean().nullish(),
    language: z.enum(LANGUAGES, errors.invalidLanguage.code).nullish(),
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
    .refine((text) => codePointLength(text) <= LONGEST_EXTERNAL_ID, {
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
      .min(SHORTEST_LIFE_S, errors.invalidLife.code)
      .max(LONGEST_LIFE_S, errors.invalidLife.code)
      .nullish()
      .transform((seconds) => seconds ?? DEFAULT_LIFE_S),
    metadata: z
      .record(z.string(), z.string(errors.invalidMetadata.code), errors.invalidMetadata.code)
      .refine(isSmall, { error: errors.largeMetadata.code })
      .nullish(),
    orderMerchantExternalId: blankAsAbsent(externalId),
    includePaymentMethods: methods,
    excludePaymentMethods: methods,
  };
}

/** What a merchant alone may set, by name: from others it is dropped unread (decisions 6). */
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

function isSmall(metadata: Readonly<Record<string, string>>): boolean {
  const keys = Object.keys(metadata);
  return (
    keys.length <= MOST_METADATA_KEYS &&
    keys.every((key) => codePointLength(key) <= LONGEST_METADATA_KEY) &&
    Buffer.byteLength(JSON.stringify(metadata)) <= LARGEST_METADATA_BYTES
  );
}
