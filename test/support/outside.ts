import { beforeAll } from 'vitest';
import { closeReceivers, type Received, type Receiver, startReceiver } from './receiver.ts';

/** What sits at the service's public address in a test, so that it can intercept callbacks. */
export interface Outside {
  /** For the setting `PUBLIC_URL`. */
  readonly origin: string;
  readonly received: readonly Received[];
}

export function useOutside(): Outside {
  let receiver: Receiver | undefined;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  closeReceivers();
  return {
    get origin() {
      return new URL(receiver?.url ?? '').origin;
    },
    get received() {
      return receiver?.received ?? [];
    },
  };
}
