import { z } from 'zod';
import type { ErrorRow } from './errors.ts';
import { requiredText } from './input.ts';

/** Maximum characters of an email address (RFC 5321). */
export const MAX_EMAIL_LENGTH = 254;

/** An email address. */
export function emailAddress(invalid: ErrorRow): z.ZodType<string, string> {
  return z.email(invalid.code).max(MAX_EMAIL_LENGTH, invalid.code);
}

/** A required email address, in the lower case in which accounts and buyers are looked up. */
export function requiredEmail(missing: ErrorRow, invalid: ErrorRow): z.ZodType<string, string> {
  return requiredText(missing).pipe(emailAddress(invalid)).transform(toLowerCase);
}

/** Like `requiredEmail`, for a lookup: one too long to exist is `impossible`. */
export function knownEmail(missing: ErrorRow, impossible: ErrorRow): z.ZodType<string, string> {
  return requiredText(missing)
    .pipe(z.string().max(MAX_EMAIL_LENGTH, impossible.code))
    .transform(toLowerCase);
}

function toLowerCase(text: string): string {
  return text.toLowerCase();
}
