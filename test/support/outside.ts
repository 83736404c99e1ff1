import { beforeAll } from 'vitest';
import { closeReceivers, type Received, type Receiver, startReceiver } from './receiver.ts';

/** What sits at the service's public address in a test, so that it can intercept callbacks. */
export interface Outside {
  /** The settings of a service with this address. */
  readonly settings: { readonly PUBLIC_URL: string };
  readonly received: readonly Received[];
}

export function useOutside(): Outside {
  let receiver: Receiver | undefined;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  closeReceivers();
  return {
    settings: {
      get PUBLIC_URL() {
        return new URL(receiver?.url ?? '').origin;
      },
    },
    get received() {
      return receiver?.received ?? [];
    },
  };
}
