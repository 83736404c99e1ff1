import { z } from 'zod';
import { codePointLength } from '../../kit/text.ts';

/** Maximum code points per text. */
const MAX_TEXT_LENGTH = 300;
/** Maximum documents per ticket. */
const MAX_DOCUMENTS = 20;
/** Maximum size of a document in bytes; the file itself isn't uploaded. */
const MAX_DOCUMENT_BYTES = 1_000_000_000;

const text = z
  .string()
  .trim()
  .refine((value) => codePointLength(value) <= MAX_TEXT_LENGTH)
  .nullish()
  .transform((value) => value || undefined);

/** The owner of the business. All fields are optional; the operator says which they need. */
const kybOwner = z.object({
  name: text,
  email: text,
  phone: text,
  dateOfBirth: z.iso.date().nullish(),
  nationality: text,
  address: text,
});

/** A document, and how to recognize its file when the operator receives it. */
const kybDocument = z.object({
  type: text,
  name: text,
  sha256: z
    .string()
    .regex(/^[0-9A-Fa-f]{64}$/)
    .nullish(),
  sizeBytes: z.number().int().min(0).max(MAX_DOCUMENT_BYTES).nullish(),
  reference: text,
});

/** All fields except name, country and website; stored encrypted. */
export const kybDetails = {
  registrationNumber: text,
  taxId: text,
  address: text,
  businessDescription: text,
  owner: kybOwner.nullish(),
  documents: z.array(kybDocument).max(MAX_DOCUMENTS).nullish(),
};

/** Binds encrypted details to their ticket. */
export function detailsContext(ticketId: string): string {
  return `kyb-ticket/${ticketId}`;
}
