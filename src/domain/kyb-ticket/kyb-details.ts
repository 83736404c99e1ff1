import { z } from 'zod';
import { codePointLength } from '../../kit/text.ts';

/** Code points of each text. */
const MAX_TEXT_LENGTH = 300;
/** Documents of a ticket. */
const MAX_DOCUMENTS = 20;
/** Bytes of a document that could be meant; the file itself is not uploaded. */
const MAX_DOCUMENT_BYTES = 1_000_000_000;

const text = z
  .string()
  .trim()
  .refine((value) => codePointLength(value) <= MAX_TEXT_LENGTH)
  .nullish()
  .transform((value) => value || undefined);

/** Who stands behind the business: all optional; the operator says what they need. */
export const kybOwner = z.object({
  name: text,
  email: text,
  phone: text,
  dateOfBirth: z.iso.date().nullish(),
  nationality: text,
  address: text,
});

/** What a document is, and how its file will be known when the operator receives it. */
export const kybDocument = z.object({
  type: text,
  name: text,
  sha256: z
    .string()
    .regex(/^[0-9A-Fa-f]{64}$/)
    .nullish(),
  sizeBytes: z.number().int().min(0).max(MAX_DOCUMENT_BYTES).nullish(),
  reference: text,
});

/** The fields beside name, country and website; kept sealed. */
export const kybDetails = {
  registrationNumber: text,
  taxId: text,
  address: text,
  businessDescription: text,
  owner: kybOwner.nullish(),
  documents: z.array(kybDocument).max(MAX_DOCUMENTS).nullish(),
};

/** Binds sealed details to their ticket. */
export function detailsContext(ticketId: string): string {
  return `kyb-ticket/${ticketId}`;
}
