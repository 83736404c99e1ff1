import { z } from 'zod';
import type { ErrorTable } from '../../contract/errors.ts';
import { requiredText } from '../../contract/input.ts';
import { codePointLength } from '../../kit/text.ts';
import { isCountryCode } from './countries.ts';

/** What a buyer says about where and who he is (decisions 6). */
export interface BillingDetail {
  readonly country: string;
  readonly isBusiness: boolean;
  readonly postcode?: string;
  readonly state?: string;
  readonly businessName?: string;
  readonly taxId?: string;
}

/** Code points of each text. */
const LONGEST_TEXT = 200;

/** The rows of every table whose action takes billing details. */
export const billingRows = {
  invalidBillingDetail: [400, 'Invalid billingDetail, must be an object'],
  missingCountry: [400, 'Missing required field: billingDetail.country'],
  invalidCountry: [400, 'Invalid billingDetail.country, must be an ISO 3166-1 alpha-2 code'],
  missingIsBusiness: [400, 'Missing required field: billingDetail.isBusiness'],
  missingState: [400, 'Missing required field: billingDetail.state'],
  missingStateOrPostcode: [
    400,
    'Missing required field: provide billingDetail.state or billingDetail.postcode',
  ],
  missingBusinessName: [400, 'Missing required field: billingDetail.businessName'],
} as const;

type BillingErrors = ErrorTable<keyof typeof billingRows>;

/** Complete billing details; blank texts count as absent, other fields are dropped. */
export function billingDetailInput(
  errors: BillingErrors,
  missing = errors.invalidBillingDetail,
): z.ZodType<BillingDetail> {
  const optionalText = z
    .string()
    .trim()
    .refine((text) => codePointLength(text) <= LONGEST_TEXT)
    .nullish()
    .transform((text) => text || undefined);
  return z
    .object(
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
    )
    .check(({ value, issues }) => {
      for (const row of missingParts(value, errors)) {
        issues.push({ code: 'custom', message: row.code, input: value });
      }
    });
}

function missingParts(detail: BillingDetail, errors: BillingErrors) {
  const { country, isBusiness, state, postcode, businessName } = detail;
  return [
    ...(country === 'US' && !state ? [errors.missingState] : []),
    ...(country === 'CA' && !state && !postcode ? [errors.missingStateOrPostcode] : []),
    ...(isBusiness && !businessName ? [errors.missingBusinessName] : []),
  ];
}
