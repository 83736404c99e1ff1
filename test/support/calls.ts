import {
  post,
  type Reply,
  type ServedDatabase,
  signHeaders,
  type TestMerchant,
} from './merchant.ts';

export interface TimedCall {
  readonly path: string;
  readonly body?: unknown;
  readonly environment?: 'test' | 'prod';
  readonly headers?: Readonly<Record<string, string>>;
  /** Where another process of the service listens. */
  readonly baseUrl?: string;
}

/**
 * Calls an action with a signature stamped with the test clock's time, which may differ from real
 * time.
 */
export function callAt(
  test: Pick<ServedDatabase, 'clock' | 'baseUrl'>,
  merchant: TestMerchant,
  call: TimedCall,
): Promise<Reply> {
  const target = `/v1/actions/${call.path}`;
  const text = JSON.stringify(call.body ?? {});
  const { privateKey } = merchant.keys[call.environment ?? 'test'];
  const timestamp = String(Math.floor(test.clock.now().getTime() / 1000));
  const signed = signHeaders(target, text, merchant.shortId, privateKey, timestamp);
  return post(call.baseUrl ?? test.baseUrl, target, text, { ...signed, ...call.headers });
}

/** A gate that stays closed until it is opened: keeps a request in flight. */
export function makeGate() {
  let open = () => {};
  let reached = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const arrived = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const pass = () => {
    reached();
    return opened;
  };
  return { open, arrived, pass };
}
