import { z } from 'zod';
import { codePointLength, hasControlCharacter } from '../../kit/text.ts';

/** Code points of each text (docs/contract/resources.md#store). */
export const MAX_BUSINESS_NAME_LENGTH = 200;
export const MAX_TAX_ID_LENGTH = 64;
export const MAX_ADDRESS_LENGTH = 300;
const MAX_ADDRESS_LINES = 8;

/** The seller's business details, as buyers see them on pages and receipts. */
export interface Business {
  readonly businessName: string | null;
  readonly taxId: string | null;
  /** Lines are separated by \n. */
  readonly businessAddress: string | null;
}

/** Business fields of update-store: an absent field is kept; null or a blank string clears it. */
export const businessInput = {
  businessName: optionalText(MAX_BUSINESS_NAME_LENGTH),
  taxId: optionalText(MAX_TAX_ID_LENGTH),
  businessAddress: optionalText(MAX_ADDRESS_LENGTH, MAX_ADDRESS_LINES),
};

export const businessView = {
  businessName: z.string().nullable(),
  taxId: z.string().nullable(),
  businessAddress: z.string().nullable(),
};

/** The stored business after a write. */
export function patchBusiness(stored: Business, given: Partial<Business>): Business {
  const { businessName, taxId, businessAddress } = given;
  return {
    businessName: businessName === undefined ? stored.businessName : businessName,
    taxId: taxId === undefined ? stored.taxId : taxId,
    businessAddress: businessAddress === undefined ? stored.businessAddress : businessAddress,
  };
}

function optionalText(maxLength: number, maxLines = 1) {
  return z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .refine((text) => codePointLength(text) <= maxLength)
    .refine((text) => {
      const lines = text.split('\n');
      return lines.length <= maxLines && !lines.some(hasControlCharacter);
    })
    .nullable()
    .optional()
    .transform((text) => (text === '' ? null : text));
}
