import type { Environment } from '../../api/client.ts';

/** A name for the file of a private key: `tillgate-test-web-server.pem`. */
export function keyFileName(nickname: string, environment: Environment): string {
  const name = nickname
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return `tillgate-${environment}-${name || 'key'}.pem`;
}

/** The command line's format, with the key on one line. */
export function dotenvOf(settings: {
  readonly baseUrl: string;
  readonly merchantId: string;
  readonly storeId: string;
  readonly privateKey: string;
}): string {
  return [
    `TILLGATE_BASE_URL=${settings.baseUrl}`,
    `TILLGATE_MERCHANT_ID=${settings.merchantId}`,
    `TILLGATE_STORE_ID=${settings.storeId}`,
    `TILLGATE_PRIVATE_KEY="${settings.privateKey.trim().replaceAll('\n', '\\n')}"`,
    '',
  ].join('\n');
}
