import { z } from 'zod';
import type { ErrorRow, ErrorTable } from '../../contract/errors.ts';
import { acrossFields, requiredText } from '../../contract/input.ts';
import { codePointLength } from '../../kit/text.ts';
import { isCountryCode } from './countries.ts';

/** A buyer's name and address (docs/contract/pages.md#billing-fields). */
export interface BillingDetail {
  readonly country: string;
  readonly isBusiness: boolean;
  readonly postcode?: string;
  readonly state?: string;
  readonly businessName?: string;
  readonly taxId?: string;
}

/** Code points of each text. */
const MAX_TEXT_LENGTH = 200;

/** Error rows shared by every action that accepts billing details, complete or not. */
export const sentBillingRows = {
  invalidBillingDetail: [400, 'Invalid billingDetail, must be an object'],
  missingCountry: [400, 'Missing required field: billingDetail.country'],
  invalidCountry: [400, 'Invalid billingDetail.country, must be an ISO 3166-1 alpha-2 code'],
  missingIsBusiness: [400, 'Missing required field: billingDetail.isBusiness'],
  missingStateOrPostcode: [
    400,
    'Missing required field: provide billingDetail.state or billingDetail.postcode',
  ],
} as const;

/** Error rows shared by every action that needs complete billing details for a payment. */
export const billingRows = {
  ...sentBillingRows,
  missingState: [400, 'Missing required field: billingDetail.state'],
  missingBusinessName: [400, 'Missing required field: billingDetail.businessName'],
} as const;

type SentErrors = ErrorTable<keyof typeof sentBillingRows>;
type BillingErrors = ErrorTable<keyof typeof billingRows>;

/** Billing details that a merchant sends with a session. The page asks for missing fields. */
export function sentBillingDetailInput(errors: SentErrors): z.ZodType<BillingDetail> {
  return billingFields(errors, errors.invalidBillingDetail).check(
    acrossFields(({ given, isBroken, refuse }) => {
      const lacks = (field: string) => !given[field] && !isBroken(field);
      const isPlaced = given.country === 'US' || given.country === 'CA';
      if (isPlaced && lacks('state') && lacks('postcode')) refuse(errors.missingStateOrPostcode);
    }),
  );
}

/** Complete billing details. */
export function billingDetailInput(
  errors: BillingErrors,
  missing: ErrorRow,
): z.ZodType<BillingDetail> {
  return billingFields(errors, missing).check(
    acrossFields(({ given, isBroken, refuse }) => {
      const lacks = (field: string) => !given[field] && !isBroken(field);
      for (const row of missingParts(given, lacks, errors)) refuse(row);
    }),
  );
}

/** The fields that both inputs share. Blank texts count as absent; unknown fields are dropped. */
function billingFields(errors: SentErrors, missing: ErrorRow) {
  const optionalText = z
    .string()
    .trim()
    .refine((text) => codePointLength(text) <= MAX_TEXT_LENGTH)
    .nullish()
    .transform((text) => text || undefined);
  return z.object(
    {
      country: requiredText(errors.missingCountry).refine(isCountryCode, {
        error: errors.invalidCountry.code,
      }),
      isBusiness: z.boolean({ error: errors.missingIsBusiness.code }),
      postcode: optionalText,
      state: optionalText,
      businessName: optionalText,
      taxId: optionalText,
    },
    { error: ({ input }) => (input == null ? missing : errors.invalidBillingDetail).code },
  );
}

function missingParts(
  { country, isBusiness }: Readonly<Record<string, unknown>>,
  lacks: (field: string) => boolean,
  errors: BillingErrors,
) {
  return [
    ...(country === 'US' && lacks('state') ? [errors.missingState] : []),
    ...(country === 'CA' && lacks('state') && lacks('postcode')
      ? [errors.missingStateOrPostcode]
      : []),
    ...(isBusiness === true && lacks('businessName') ? [errors.missingBusinessName] : []),
  ];
}
