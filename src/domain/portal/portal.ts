import { z } from 'zod';
import type { Environment } from '../../contract/caller.ts';

/** Milliseconds for which a mailed link is valid. */
export const LINK_LIFE_MS = 30 * 60 * 1000;
/** Milliseconds for which a portal session is valid. */
export const SESSION_LIFE_MS = 30 * 60 * 1000;
/** Links mailed to one address within an hour, across all stores and networks. */
export const MAX_LINKS_AN_HOUR = 10;
/** The mail that carries a link. */
export const LINK_MAIL = 'portal.link';

/** The URL of a store's portal for the environment. */
export function portalUrl(publicUrl: string, slug: string, environment: Environment): string {
  const door = environment === 'test' ? '?environment=test' : '';
  return `${publicUrl}/store/${slug}/portal${door}`;
}

/** The URL of a mailed link, up to its code. */
export function linkStart(publicUrl: string, slug: string, environment: Environment): string {
  return `${publicUrl}/store/${slug}/portal/sign-in?environment=${environment}&code=`;
}

/** The portal session's secret, which only the buyer's browser has; the database has its hash. */
export const sessionView = z.object({ secret: z.string(), expiresAt: z.string() });
