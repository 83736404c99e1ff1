import { z } from 'zod';
import type { ErrorRow, ErrorRowSpec, ErrorTable } from '../../contract/errors.ts';
import { nameText } from '../../contract/input.ts';
import { codePointLength } from '../../kit/text.ts';
import { parseHttpUrl } from '../../kit/url.ts';
import { MOST_CURRENCIES, pricesInput } from './prices.ts';
import { isTrialDays, type TrialErrors } from './trial.ts';

/** Specification 8: code points of a product's name. */
const LONGEST_NAME = 64;
/** Decisions 4: code points. */
const LONGEST_DESCRIPTION = 10_000;
/** Specification 8: characters. */
const LONGEST_SUCCESS_URL = 512;
/** Decisions 4: media items. */
const MOST_MEDIA = 20;
/** Characters of a media URL, and code points of its alternative text. */
const LONGEST_MEDIA_URL = 2_048;
const LONGEST_ALT = 500;
/** Specification 8: keys; decisions 4: code points of a key, bytes of the whole as JSON. */
const MOST_METADATA_KEYS = 50;
const LONGEST_METADATA_KEY = 64;
const LARGEST_METADATA_BYTES = 16 * 1024;

/** Rows that decisions 4 adds to every table of create-product and update-product. */
export const contentRows = {
  longName: [400, `name must not exceed ${LONGEST_NAME} characters`],
  controlName: [400, 'name must not contain control characters'],
  longDescription: [400, `description must not exceed ${LONGEST_DESCRIPTION} characters`],
  tooManyCurrencies: [400, `prices must not exceed ${MOST_CURRENCIES} currencies`],
  invalidTaxCategory: [400, 'Invalid taxCategory'],
  tooManyMedia: [400, `media must not exceed ${MOST_MEDIA} items`],
  invalidSuccessUrl: [
    400,
    `Invalid successUrl, must be an http(s) URL of at most ${LONGEST_SUCCESS_URL} characters`,
  ],
  tooManyKeys: [400, `metadata must not exceed ${MOST_METADATA_KEYS} keys`],
  longKey: [400, `metadata keys must not exceed ${LONGEST_METADATA_KEY} characters`],
  largeMetadata: [400, 'metadata must not exceed 16 KB'],
} as const satisfies Record<string, ErrorRowSpec>;

export type ContentErrors = ErrorTable<
  'missingName' | 'noPrices' | 'invalidCurrency' | 'invalidAmount' | keyof typeof contentRows
>;

/** The fields that one-time and subscription products share; trials if the table has their rows. */
export function contentFields(rows: ContentErrors & Partial<TrialErrors>) {
  return {
    name: nameText(LONGEST_NAME, {
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

/** Markdown; null and the empty text clear it. */
function descriptionInput(rows: ContentErrors) {
  return z
    .string()
    .refine((text) => codePointLength(text) <= LONGEST_DESCRIPTION, rows.longDescription.code)
    .nullable()
    .transform((text) => text || null);
}

function successUrlInput(rows: ContentErrors) {
  const error = rows.invalidSuccessUrl.code;
  return z
    .string({ error })
    .trim()
    .refine((text) => text === '' || parseHttpUrl(text, LONGEST_SUCCESS_URL) !== null, error)
    .nullable()
    .transform((text) => text || null);
}

const mediaUrl = z.string().refine((text) => parseHttpUrl(text, LONGEST_MEDIA_URL) !== null);

const mediaItem = z
  .object({
    type: z.enum(['image', 'video']),
    url: mediaUrl,
    alt: z
      .string()
      .refine((text) => codePointLength(text) <= LONGEST_ALT)
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
  return z.array(mediaItem).max(MOST_MEDIA, rows.tooManyMedia.code);
}

/** Any JSON by key (Specification 2.6: values may be non-strings). */
function metadataInput(rows: ContentErrors & Partial<TrialErrors>) {
  return z.record(z.string(), z.unknown()).check(({ value, issues }) => {
    const keys = Object.keys(value);
    const refuse = (row: ErrorRow) =>
      issues.push({ code: 'custom', message: row.code, input: value });
    if (keys.length > MOST_METADATA_KEYS) refuse(rows.tooManyKeys);
    if (keys.some((key) => codePointLength(key) > LONGEST_METADATA_KEY)) refuse(rows.longKey);
    const bytes = Buffer.byteLength(JSON.stringify(value));
    if (bytes > LARGEST_METADATA_BYTES) refuse(rows.largeMetadata);
    if (!rows.invalidTrialDays || value.trialDays === undefined) return;
    if (!isTrialDays(value.trialDays)) refuse(rows.invalidTrialDays);
  });
}
