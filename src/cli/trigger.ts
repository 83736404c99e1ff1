import type { Command } from 'commander';
import { signedCall } from './call.ts';
import { requireEvents } from './event-names.ts';
import { readSettings, requireStore } from './settings.ts';

interface TriggerOptions {
  readonly store?: string;
  readonly webhook?: string;
}

/** `trigger`: sends a sample event to the store's webhooks. */
export function addTrigger(program: Command): void {
  program
    .command('trigger')
    .description("send a sample event to the store's webhooks")
    .argument('<event>', 'an event type, for example order.completed')
    .option('--store <id>', 'STO_... (default: TILLGATE_STORE_ID)')
    .option('--webhook <id>', 'send to this webhook only')
    .action(async (event: string, options: TriggerOptions, command: Command) => {
      const [eventType] = requireEvents([event]);
      const settings = readSettings(command);
      const body = {
        storeId: requireStore(options.store, settings),
        eventType,
        ...(options.webhook ? { webhookId: options.webhook } : {}),
      };
      const { data } = await signedCall(settings, 'store/send-test-event', body);
      process.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
    });
}
