import type { Secrets } from '../../contract/ports.ts';

/** Which merchant's notifications of which store a link turns off. */
export interface Unsubscription {
  readonly storeId: string;
  readonly merchantId: string;
  readonly switch: string;
}

const CONTEXT = 'unsubscribe';
/** The page of the links. */
export const UNSUBSCRIBE_PATH = '/notifications/unsubscribe';

/** The URL that turns off a notification; it authenticates itself, so no login is needed. */
export function unsubscribeUrl(
  publicUrl: string,
  secrets: Secrets,
  { storeId, merchantId, switch: name }: Unsubscription,
): string {
  const token = secrets.seal(JSON.stringify([storeId, merchantId, name]), CONTEXT);
  return `${publicUrl}${UNSUBSCRIBE_PATH}?token=${token}`;
}

/** What one of our URLs turns off; null for any other. */
export function readUnsubscription(secrets: Secrets, token: string): Unsubscription | null {
  try {
    const [storeId, merchantId, name] = JSON.parse(secrets.open(token, CONTEXT)) as string[];
    return { storeId: `${storeId}`, merchantId: `${merchantId}`, switch: `${name}` };
  } catch {
    return null;
  }
}
