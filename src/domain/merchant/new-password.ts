import { z } from 'zod';
import type { ErrorRow } from '../../contract/errors.ts';
import { codePointLength } from '../../kit/text.ts';

/** Characters of a password. */
const MIN_PASSWORD_LENGTH = 10;
const MAX_PASSWORD_LENGTH = 200;

/** The error row of a password that is too short or too long. */
export const PASSWORD_LENGTH = `Password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`;

/** A new password. */
export function newPassword(missing: ErrorRow, wrongLength: ErrorRow): z.ZodType<string, string> {
  return z
    .string({ error: missing.code })
    .min(1, missing.code)
    .refine((text) => {
      const length = codePointLength(text);
      return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH;
    }, wrongLength.code)
    .meta({ minLength: MIN_PASSWORD_LENGTH, maxLength: MAX_PASSWORD_LENGTH });
}

/** A password to verify; one that is too long can't have been set, so it is `wrong`. */
export function sentPassword(missing: ErrorRow, wrong: ErrorRow): z.ZodType<string, string> {
  return z
    .string({ error: missing.code })
    .min(1, missing.code)
    .refine((text) => codePointLength(text) <= MAX_PASSWORD_LENGTH, wrong.code)
    .meta({ maxLength: MAX_PASSWORD_LENGTH });
}
