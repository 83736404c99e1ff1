import { z } from 'zod';
import type { ErrorRow } from '../../contract/errors.ts';

/** Characters of a password. */
const SHORTEST_PASSWORD = 10;
const LONGEST_PASSWORD = 200;

/** The error row of a password that is too short or too long. */
export const PASSWORD_LENGTH = `Password must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`;

/** A password that is to be set. */
export function newPassword(missing: ErrorRow, wrongLength: ErrorRow): z.ZodType<string, string> {
  return z
    .string({ error: missing.code })
    .min(1, missing.code)
    .min(SHORTEST_PASSWORD, wrongLength.code)
    .max(LONGEST_PASSWORD, wrongLength.code);
}
