import { describe, expect, it } from 'vitest';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makeMerchant } from '../../../test/support/merchant.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { scanPrompt } from './scan-prompt.ts';

const test = useTestApp();
const send = async (body: unknown) =>
  (await makeMerchant(test)).call('verification/scan-prompt', body);

describe('verification/scan-prompt', () => {
  it('allows an ordinary prompt and names the check', async () => {
    const reply = await send({ prompt: 'a lighthouse in the fog' });
    expect(reply.status).toBe(200);
    expect(reply.body.data).toEqual({
      action: 'allow',
      reasonCode: 'allowed',
      matchedCategories: [],
      requestId: expect.stringMatching(/^REQ_[0-9A-Za-z]{22}$/),
      semanticStatus: 'scored',
    });
  });

  it('blocks a restricted prompt in any locale', async () => {
    for (const locale of ['en', 'ja', 'zh']) {
      const { data } = (await send({ prompt: 'face swap', locale })).body;
      expect(data).toMatchObject({
        action: 'block',
        reasonCode: 'restricted_content',
        matchedCategories: ['face_swap_identity'],
        semanticStatus: 'skipped_rules_block',
      });
    }
  });

  it('tells what a JSON prompt excludes from what it asks for', async () => {
    const scan = async (prompt: object) =>
      (await send({ prompt: JSON.stringify(prompt) })).body.data.action;
    expect(await scan({ subject: 'a chef', negative_prompt: ['nsfw', 'child', 'text'] })).toBe(
      'allow',
    );
    expect(await scan({ negative_prompt: ['text'], subject: 'a nude chef' })).toBe('block');
  });

  it('reports the status of each semantic mode', async () => {
    const statuses = { off: 'disabled', shadow: 'shadow_scored', enforce: 'scored' };
    for (const [semantic, semanticStatus] of Object.entries(statuses)) {
      const { data } = (await send({ prompt: 'a bowl of fruit', semantic })).body;
      expect(data).toMatchObject({ action: 'allow', semanticStatus });
    }
  });

  it('checks text that could not be stored, because it is not', async () => {
    for (const prompt of ['face\u0000 swap', '\ud800face swap', 'face swap\udecd']) {
      const { data } = (await send({ prompt })).body;
      expect(data, JSON.stringify(prompt)).toMatchObject({ action: 'block' });
    }
    expect((await send({ prompt: 'a lighthouse\u0000 in the \ud800fog' })).status).toBe(200);
  });

  it('accepts 10,000 characters, counted in code points', async () => {
    expect((await send({ prompt: '🌲'.repeat(10_000) })).status).toBe(200);
  });

  it('never repeats the prompt in a response or an error', async () => {
    const canary = 'zqcanaryzq';
    const merchant = await makeMerchant(test);
    const bodies = [
      { prompt: canary },
      { prompt: canary, locale: canary },
      { prompt: canary.repeat(2_000) },
      { prompt: [canary] },
      { prompt: canary, semantic: { [canary]: true } },
    ];
    for (const body of bodies) {
      expect((await merchant.call('verification/scan-prompt', body)).text).not.toContain(canary);
    }
  });

  it('scans again with the same idempotency key: no verdict is stored', async () => {
    const merchant = await makeMerchant(test);
    const headers = { 'x-idempotency-key': 'one-check' };
    const call = () =>
      merchant.call('verification/scan-prompt', { prompt: 'a harbour' }, { headers });
    const first = await call();
    const second = await call();
    expect(second.body.data.requestId).not.toBe(first.body.data.requestId);
    expect(second.headers.get('idempotent-replayed')).toBeNull();
  });
});

describeErrorRows(scanPrompt, {
  missingPrompt: () => send({ prompt: 5 }),
  blankPrompt: () => send({ prompt: ' \n\u3000' }),
  longPrompt: () => send({ prompt: 'x'.repeat(10_001) }),
  invalidLocale: () => send({ prompt: 'a tree', locale: 'fr' }),
  invalidSemantic: () => send({ prompt: 'a tree', semantic: 'strict' }),
});
