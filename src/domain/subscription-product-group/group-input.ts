import { z } from 'zod';
import type { ErrorRow, ErrorRowSpec, ErrorTable } from '../../contract/errors.ts';
import { nameText, requiredId, requiredIdentifier } from '../../contract/input.ts';
import { isUuid } from '../../kit/id.ts';
import { codePointLength } from '../../kit/text.ts';

/** In code points. */
export const MAX_NAME_LENGTH = 64;
const MAX_DESCRIPTION_LENGTH = 10_000;
/** Maximum number of products in a group. */
const MAX_PRODUCTS = 100;

/** Error rows that the specification's tables of create-group and update-group leave open. */
export const groupRows = {
  longName: [400, `name must not exceed ${MAX_NAME_LENGTH} characters`],
  controlName: [400, 'name must not contain control characters'],
  longDescription: [400, `description must not exceed ${MAX_DESCRIPTION_LENGTH} characters`],
  tooManyProducts: [400, `productIds must not exceed ${MAX_PRODUCTS} products`],
  nameTaken: [400, 'Group name already exists'],
  alreadyGrouped: [400, (product) => `Product ${product} is already in a group`],
  productNotFound: [404, 'Product not found'],
  forbidden: [403, 'Insufficient permissions', 'gateway'],
} as const satisfies Record<string, ErrorRowSpec>;

export type GroupErrors = ErrorTable<keyof typeof groupRows | 'malformedProductId'>;

/** The fields that create-group and update-group share; `blankName` is each table's own row. */
export function groupFields(rows: GroupErrors, blankName: ErrorRow) {
  return {
    name: nameText(MAX_NAME_LENGTH, {
      missing: blankName,
      blank: blankName,
      tooLong: rows.longName,
      control: rows.controlName,
    }),
    description: z
      .string()
      .refine((text) => codePointLength(text) <= MAX_DESCRIPTION_LENGTH, rows.longDescription.code)
      .nullable()
      .transform((text) => text || null)
      .optional(),
    rules: z
      .object({
        sharedTrial: z.boolean().nullish(),
        selfServicePlanChange: z.boolean().nullish(),
      })
      .nullish(),
    productIds: z
      .array(requiredId('PROD', rows.malformedProductId, rows.malformedProductId))
      // Not `max`, with which Zod skips the ids of a long list, although their row is higher.
      .refine((ids) => ids.length <= MAX_PRODUCTS, rows.tooManyProducts.code)
      .transform((ids) => [...new Set(ids)])
      .optional(),
  };
}

/** A group's UUID; any other text gives `notFound`. */
export function groupId(missing: ErrorRow, notFound: ErrorRow) {
  return requiredIdentifier(missing)
    .refine(isUuid, notFound.code)
    .transform((text) => text.toLowerCase());
}
