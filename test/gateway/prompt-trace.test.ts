import { beforeAll, describe, expect, it } from 'vitest';
import { dumpTables } from '../access/snapshot.ts';
import { makeMerchant, type TestMerchant } from '../support/merchant.ts';
import { startReceiver } from '../support/receiver.ts';
import { useTestApp } from '../support/test-app.ts';

/**
 * Occurs nowhere else: wherever it shows up, a prompt was stored (docs/contract/invariants.md#33).
 */
const CANARY = 'zqcanary7719';
const PROMPT = `a harbour at dusk, ${CANARY}, oil painting`;
const PATH = 'verification/scan-prompt';

const lines: string[] = [];
/** A provider whose errors quote its input, as careless ones do. */
const provider = await startReceiver((response, { body }, count) => {
  if (count % 2 === 0) response.destroy();
  else response.writeHead(500).end(body);
});
const test = useTestApp(
  { LOG_LEVEL: 'debug', SAFETY_PROVIDER_URL: provider.url },
  { logStream: { write: (line) => void lines.push(line) } },
);

describe('a prompt', () => {
  let merchant: TestMerchant;
  const answers: string[] = [];
  const send = async (body: unknown, headers: Readonly<Record<string, string>> = {}) => {
    const reply = await merchant.call(PATH, body, { headers });
    answers.push(reply.text);
    return reply;
  };

  beforeAll(async () => {
    merchant = await makeMerchant(test);
    for (const semantic of ['off', 'shadow', 'enforce', 'enforce']) {
      expect((await send({ prompt: PROMPT, semantic })).status).toBe(200);
    }
    expect((await send({ prompt: `${PROMPT}\u0000` })).status).toBe(200);
    await send({ prompt: PROMPT }, { 'x-idempotency-key': 'kept' });
    const refused = [
      { prompt: PROMPT.repeat(500) },
      { prompt: PROMPT, locale: CANARY },
      { prompt: PROMPT, semantic: CANARY },
      { prompt: [PROMPT] },
      `{"prompt":"${PROMPT}"`,
    ];
    for (const body of refused) expect((await send(body)).status).toBe(400);
    const unsigned = { 'x-signature': Buffer.alloc(256).toString('base64') };
    expect((await send({ prompt: PROMPT }, unsigned)).status).toBe(401);
  });

  it('reaches the configured provider, so that its errors are covered', () => {
    expect(provider.received.length).toBeGreaterThan(2);
    expect(provider.received[0]?.body).toContain(CANARY);
  });

  it('is in no answer', () => {
    expect(answers.filter((text) => text.includes(CANARY))).toEqual([]);
  });

  it('is in no row of the database, stored answers and audit log included', async () => {
    const kept = (await dumpTables(test.database)).filter((text) => text.includes(CANARY));
    expect(kept).toEqual([]);
  });

  it('is in no log line', () => {
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.includes(CANARY))).toEqual([]);
  });

  it('is in no metric', async () => {
    const metrics = await test.app.metrics.text();
    expect(metrics).toContain('tillgate_prompt_verdicts_total');
    expect(metrics).not.toContain(CANARY);
  });
});
