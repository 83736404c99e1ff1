import type { Secrets } from '../../contract/ports.ts';
import type { OptOut } from '../../domain/notification/opt-out.queries.ts';

const CONTEXT = 'unsubscribe';
/** The page of the links. */
export const UNSUBSCRIBE_PATH = '/notifications/unsubscribe';

/**
 * The URL that turns off a notification; it authenticates itself, so no login is needed, and never
 * expires (docs/contract/notifications.md#recipients).
 */
export function unsubscribeUrl(publicUrl: string, secrets: Secrets, optOut: OptOut): string {
  const { storeId, merchantId, switch: name, environment } = optOut;
  const token = secrets.seal(JSON.stringify([storeId, merchantId, name, environment]), CONTEXT);
  return `${publicUrl}${UNSUBSCRIBE_PATH}?token=${token}`;
}

/**
 * What one of our URLs turns off; null for any other. One from a release whose links named no
 * environment turns it off in both.
 */
export function readOptOut(secrets: Secrets, token: string): OptOut | null {
  try {
    const [storeId, merchantId, name, environment = null] = JSON.parse(
      secrets.open(token, CONTEXT),
    );
    return { storeId, merchantId, switch: name, environment };
  } catch {
    return null;
  }
}
