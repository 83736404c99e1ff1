import { z } from 'zod';
import type { Environment } from '../../contract/caller.ts';
import type { ErrorRow } from '../../contract/errors.ts';
import { requiredText } from '../../contract/input.ts';

/** Milliseconds for which a mailed link can be opened. */
export const LINK_LIFE_MS = 30 * 60 * 1000;
/** Milliseconds from entering the portal to having to enter again. */
export const SESSION_LIFE_MS = 30 * 60 * 1000;
/** Links that one address gets within an hour, from all stores together. */
export const MAX_LINKS_AN_HOUR = 5;
/** The mail that carries a link. */
export const LINK_MAIL = 'portal.link';

/** Characters of an email address (RFC 5321). */
const MAX_EMAIL_LENGTH = 254;

/** Where a store's portal is: the door of its environment. */
export function portalUrl(publicUrl: string, slug: string, environment: Environment): string {
  const door = environment === 'test' ? '?environment=test' : '';
  return `${publicUrl}/store/${slug}/portal${door}`;
}

/** Where a mailed link leads; its code is to follow. */
export function linkStart(publicUrl: string, slug: string, environment: Environment): string {
  return `${publicUrl}/store/${slug}/portal/sign-in?environment=${environment}&code=`;
}

/** What enters the portal: kept by the buyer's browser alone, the database has its hash. */
export const sessionView = z.object({ secret: z.string(), expiresAt: z.string() });

/** An address as orders are looked up by it. */
export function portalEmail(missing: ErrorRow, invalid: ErrorRow): z.ZodType<string, string> {
  return requiredText(missing)
    .pipe(z.email(invalid.code).max(MAX_EMAIL_LENGTH, invalid.code))
    .transform((email) => email.toLowerCase());
}
