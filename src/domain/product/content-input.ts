import { z } from 'zod';
import type { ErrorRow, ErrorRowSpec, ErrorTable } from '../../contract/errors.ts';
import { nameText } from '../../contract/input.ts';
import { codePointLength } from '../../kit/text.ts';
import { parseHttpUrl } from '../../kit/url.ts';
import {
  MAX_METADATA_BYTES,
  MAX_METADATA_KEY_LENGTH,
  MAX_METADATA_KEYS,
} from './metadata-limits.ts';
import { pricesInput } from './prices.ts';
import { isTrialDays, type TrialErrors } from './trial.ts';

/** Code points of a product's name (docs/contract/limits.md#counts-and-sizes). */
const MAX_NAME_LENGTH = 64;
/** Code points (docs/contract/resources.md#product). */
const MAX_DESCRIPTION_LENGTH = 10_000;
/** Characters (docs/contract/limits.md#counts-and-sizes). */
export const MAX_SUCCESS_URL_LENGTH = 512;
/** Media items (docs/contract/resources.md#product). */
const MAX_MEDIA = 20;
/** Characters of a media URL, and code points of its alternative text. */
const MAX_MEDIA_URL_LENGTH = 2_048;
const MAX_ALT_LENGTH = 500;

/** Rows that the tables of create-product and update-product share, besides the specified ones. */
export const contentRows = {
  longName: [400, `name must not exceed ${MAX_NAME_LENGTH} characters`],
  controlName: [400, 'name must not contain control characters'],
  longDescription: [400, `description must not exceed ${MAX_DESCRIPTION_LENGTH} characters`],
  invalidTaxCategory: [400, 'Invalid taxCategory'],
  tooManyMedia: [400, `media must not exceed ${MAX_MEDIA} items`],
  invalidSuccessUrl: [
    400,
    `Invalid successUrl, must be an http(s) URL of at most ${MAX_SUCCESS_URL_LENGTH} characters`,
  ],
  tooManyKeys: [400, `metadata must not exceed ${MAX_METADATA_KEYS} keys`],
  longKey: [400, `metadata keys must not exceed ${MAX_METADATA_KEY_LENGTH} characters`],
  largeMetadata: [400, 'metadata must not exceed 16 KB'],
} as const satisfies Record<string, ErrorRowSpec>;

export type ContentErrors = ErrorTable<
  'missingName' | 'noPrices' | 'invalidCurrency' | 'invalidAmount' | keyof typeof contentRows
>;

/** Fields shared by one-time and subscription products; trials if the table has their rows. */
export function contentFields(rows: ContentErrors & Partial<TrialErrors>) {
  return {
    name: nameText(MAX_NAME_LENGTH, {
      missing: rows.missingName,
      blank: rows.missingName,
      tooLong: rows.longName,
      control: rows.controlName,
    }),
    description: descriptionInput(rows).optional(),
    prices: pricesInput(rows),
    media: mediaInput(rows).optional(),
    successUrl: successUrlInput(rows).optional(),
    metadata: metadataInput(rows).optional(),
  };
}

/** Markdown; null or an empty string clears it. */
function descriptionInput(rows: ContentErrors) {
  return z
    .string()
    .refine((text) => codePointLength(text) <= MAX_DESCRIPTION_LENGTH, rows.longDescription.code)
    .nullable()
    .transform((text) => text || null);
}

function successUrlInput(rows: ContentErrors) {
  const error = rows.invalidSuccessUrl.code;
  return z
    .string({ error })
    .trim()
    .refine((text) => text === '' || parseHttpUrl(text, MAX_SUCCESS_URL_LENGTH) !== null, error)
    .nullable()
    .transform((text) => text || null);
}

const mediaUrl = z.string().refine((text) => parseHttpUrl(text, MAX_MEDIA_URL_LENGTH) !== null);

const mediaItem = z
  .object({
    type: z.enum(['image', 'video']),
    url: mediaUrl,
    alt: z
      .string()
      .refine((text) => codePointLength(text) <= MAX_ALT_LENGTH)
      .nullish(),
    thumbnail: mediaUrl.nullish(),
  })
  .transform(({ type, url, alt, thumbnail }) => ({
    type,
    url,
    ...(typeof alt === 'string' ? { alt } : {}),
    ...(typeof thumbnail === 'string' ? { thumbnail } : {}),
  }));

function mediaInput(rows: ContentErrors) {
  return z.array(mediaItem).max(MAX_MEDIA, rows.tooManyMedia.code);
}

/** Any JSON by key (docs/contract/resources.md#product: values may be non-strings). */
function metadataInput(rows: ContentErrors & Partial<TrialErrors>) {
  return z.record(z.string(), z.unknown()).check(({ value, issues }) => {
    const keys = Object.keys(value);
    const refuse = (row: ErrorRow) =>
      issues.push({ code: 'custom', message: row.code, input: value });
    if (keys.length > MAX_METADATA_KEYS) refuse(rows.tooManyKeys);
    if (keys.some((key) => codePointLength(key) > MAX_METADATA_KEY_LENGTH)) refuse(rows.longKey);
    const bytes = Buffer.byteLength(JSON.stringify(value));
    if (bytes > MAX_METADATA_BYTES) refuse(rows.largeMetadata);
    if (!rows.invalidTrialDays || value.trialDays === undefined) return;
    if (!isTrialDays(value.trialDays)) refuse(rows.invalidTrialDays);
  });
}
