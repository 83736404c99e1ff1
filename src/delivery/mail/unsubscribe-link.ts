import type { Secrets } from '../../contract/ports.ts';

/** Which merchant's notifications of which store a link ends. */
export interface Unsubscription {
  readonly storeId: string;
  readonly merchantId: string;
  readonly switch: string;
}

const CONTEXT = 'unsubscribe';
/** The page behind the links. */
export const UNSUBSCRIBE_PATH = '/notifications/unsubscribe';

/** The address that ends a notification; it proves itself, so nobody needs to log in. */
export function unsubscribeUrl(
  publicUrl: string,
  secrets: Secrets,
  { storeId, merchantId, switch: name }: Unsubscription,
): string {
  const token = secrets.seal(JSON.stringify([storeId, merchantId, name]), CONTEXT);
  return `${publicUrl}${UNSUBSCRIBE_PATH}?token=${token}`;
}

/** What an address of ours ends, or null for any other. */
export function readUnsubscription(secrets: Secrets, token: string): Unsubscription | null {
  try {
    const [storeId, merchantId, name] = JSON.parse(secrets.open(token, CONTEXT)) as string[];
    return { storeId: `${storeId}`, merchantId: `${merchantId}`, switch: `${name}` };
  } catch {
    return null;
  }
}
