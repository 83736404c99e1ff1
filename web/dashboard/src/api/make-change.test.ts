import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { actions } from '../../../../src/actions.ts';
import { gatewayErrors } from '../../../../src/gateway/errors.ts';
import { LOGGED_OUT } from './errors.ts';
import { makeChange, NEVER_REPLAYED, UNKNOWN_YET } from './make-change.ts';

const source = join(import.meta.dirname, '..');
/** Never replayed, but nothing is lost if they run twice: reads, and challenges of passkeys. */
const HARMLESS = [
  'event/list-events',
  'merchant/begin-passkey',
  'merchant/begin-passkey-log-in',
  'merchant/begin-passkey-step-up',
  'merchant/get-session',
  'merchant/list-passkeys',
  'merchant/list-sessions',
  'onetime-product/preview-publish',
  'personal-data/export-customer',
  'product/list-versions',
  'store-merchant/list-invitations',
  'store-merchant/show-invitation',
  'subscription-product-group/preview-publish',
  'subscription-product/preview-publish',
  'verification/scan-prompt',
  'webhook-delivery/list-attempts',
];

interface Answer {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const refusal = (message: string) => JSON.stringify({ errors: [{ message, layer: 'gateway' }] });
const MADE: Answer = { body: '{"data":{}}' };
const [IN_FLIGHT = '', COMMIT_UNKNOWN = ''] = UNKNOWN_YET;

/** Answers every request like this, or not at all; gives the idempotency keys of all requests. */
function answerWith(answer: Answer | null): readonly string[] {
  const keys: string[] = [];
  vi.stubGlobal(
    'fetch',
    async (_path: string, { headers }: { headers: Record<string, string> }) => {
      keys.push(headers['x-idempotency-key'] ?? '');
      if (answer === null) throw new TypeError('Failed to fetch');
      return new Response(answer.body, { status: 200, ...answer });
    },
  );
  return keys;
}

/** What comes of a change. */
function change(name: string, warn?: (message: string) => void): Promise<string> {
  return makeChange('merchant/update-name', { name }, null, warn).then(
    () => 'made',
    (error: Error) => error.message,
  );
}

describe('changes', () => {
  // Without the waits between retries.
  beforeEach(() => {
    vi.stubGlobal('setTimeout', (run: () => void) => setImmediate(run));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('knows every action of the pages that is never replayed', () => {
    const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('api'))
      .map((name) => readFileSync(join(source, name), 'utf8'))
      .join('\n');
    const called = actions
      .filter(({ path, ...one }) => 'replayable' in one && texts.includes(`'${path}'`))
      .filter((one) => 'replayable' in one && one.replayable === false)
      .map(({ path }) => path);
    expect([...NEVER_REPLAYED, ...HARMLESS].sort()).toEqual(called.sort());
  });

  it('are sent once if they are never replayed, and may have been made', async () => {
    for (const answer of [null, { status: 503, body: refusal(COMMIT_UNKNOWN) }]) {
      const keys = answerWith(answer);
      await expect(makeChange('merchant/log-out', {})).rejects.toThrow(
        'The change may have been made: reload the page',
      );
      expect(keys.length).toBe(1);
    }
  });

  it.each<[string, Answer | null, number]>([
    ['there is no answer', null, 3],
    ['the answer is cut off', { body: '{"data":{"tic' }, 3],
    ['a proxy answers instead', { status: 502, body: '<h1>Bad gateway</h1>' }, 3],
    ['the first call still runs', { status: 409, body: refusal(IN_FLIGHT) }, 7],
    ['the commit is unknown', { status: 503, body: refusal(COMMIT_UNKNOWN) }, 7],
  ])('are repeated with the same key if %s', async (name, answer, tries) => {
    const keys = [...(await keysOf(answer, name)), ...(await keysOf(answer, name))];
    expect(keys.length).toBe(2 * tries);
    const warn = vi.fn();
    const replayed = answerWith({ ...MADE, headers: { 'idempotent-replayed': 'true' } });
    expect(await change(name, warn)).toBe('made');
    expect(new Set([...keys, ...replayed]).size).toBe(1);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('nothing was changed now')]]);
    const next = answerWith(MADE);
    expect(await change(name)).toBe('made');
    expect(keys).not.toContain(next[0]);
  });

  it('keep their key while they run, and after a refusal of a later attempt', async () => {
    const [key] = await keysOf(null, 'Ada');
    expect(await keysOf({ status: 401, body: refusal('Log-in required') }, 'Ada')).toEqual([key]);
    expect(await keysOf(MADE, 'Grace')).not.toContain(key);
    const twice = answerWith(MADE);
    await Promise.all([change('Ada'), change('Ada')]);
    expect(twice).toEqual([key, key]);
  });

  it('have a new key after a refusal', async () => {
    const answer = { status: 400, body: refusal('Invalid name') };
    const keys = [...(await keysOf(answer, 'Alan')), ...(await keysOf(answer, 'Alan'))];
    expect(new Set(keys).size).toBe(2);
  });

  it('knows the messages of the service', () => {
    const { missingAuthentication, invalidSession } = gatewayErrors;
    const { idempotencyInFlight, outcomeUnknown } = gatewayErrors;
    const templates = (...rows: { readonly template: string }[]) =>
      rows.map(({ template }) => template);
    expect(UNKNOWN_YET).toEqual(templates(idempotencyInFlight, outcomeUnknown));
    expect(LOGGED_OUT).toEqual(templates(missingAuthentication, invalidSession));
  });
});

/** The keys of a change's requests, answered like this. */
async function keysOf(answer: Answer | null, name: string): Promise<readonly string[]> {
  const keys = answerWith(answer);
  await change(name);
  return keys;
}
