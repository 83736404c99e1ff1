import { createDeliverWebhooks } from '../../src/delivery/deliver-webhooks.job.ts';
import { deliveryOptions } from '../../src/delivery/delivery-options.ts';
import { createWebhookKeys, type WebhookKeys } from '../../src/events/webhook-keys.ts';
import { createSecrets } from '../../src/secrets.ts';
import { TEST_SECRET_KEY, type TestApp } from './test-app.ts';

/** Runs the delivery job once, optionally with other keys; returns the lines it logged. */
export async function deliverOnce(
  { database, clock, config }: TestApp,
  change: (keys: WebhookKeys) => WebhookKeys = (keys) => keys,
): Promise<string[]> {
  const secrets = createSecrets(TEST_SECRET_KEY);
  const settings = {
    allowPrivateWebhooks: true,
    signUpOpen: true,
    kybAutoApprove: false,
    refundStepUpAmount: 500,
  };
  const ports = { secrets, settings, publicUrl: config.PUBLIC_URL };
  const now = () => clock.now();
  const lines: string[] = [];
  const keys = change(createWebhookKeys(database, secrets, now));
  const options = deliveryOptions(config, ports, keys, (fields, message) => {
    lines.push(JSON.stringify({ ...fields, message }));
  });
  const { signal } = new AbortController();
  const context = { database, now, signal } as Parameters<
    ReturnType<typeof createDeliverWebhooks>['run']
  >[0];
  await createDeliverWebhooks(options).run(context);
  return lines;
}
