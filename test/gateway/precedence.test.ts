import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actions } from '../../src/actions.ts';
import {
  answerTo,
  areApart,
  type Breakage,
  breakagesOf,
  brokenBody,
  highestOf,
  rowOf,
} from '../support/broken-bodies.ts';
import { fullBodies } from '../support/full-bodies.ts';
import { makeMerchant } from '../support/merchant.ts';
import { useTestApp } from '../support/test-app.ts';

const test = useTestApp();
const cases = actions.map((action) => {
  const body = fullBodies[action.path as keyof typeof fullBodies];
  const breakages = breakagesOf(action, body);
  const fields = Object.keys(body).map((field) =>
    breakages.filter(({ path }) => path[0] === field),
  );
  return { action, body, breakages, fields: fields.filter((ways) => ways.length > 0) };
});
type Case = (typeof cases)[number];
const broken = cases.filter(({ breakages }) => breakages.length > 1);

describe('a body that breaks one row', () => {
  it.each(cases)('is derived from a valid one: $action.path', ({ action, body }) => {
    expect(answerTo(action, body)).toBe('accepted');
  });
});

describe('a body that breaks several rows is answered with the highest', () => {
  it.each(broken)('for every pair: $action.path', (one) => {
    const pairs = one.breakages.flatMap((first, at) =>
      one.breakages
        .slice(at + 1)
        .filter((second) => areApart(first, second))
        .map((second) => [first, second]),
    );
    expect(pairs.map((pair) => mismatchOf(one, pair)).filter(Boolean)).toEqual([]);
  });

  it.each(
    broken.filter(({ fields }) => fields.length > 2),
  )('for any three: $action.path', (one) => {
    const three = fc
      .shuffledSubarray(one.fields, { minLength: 3, maxLength: 3 })
      .chain((fields) => fc.tuple(...fields.map((ways) => fc.constantFrom(...ways))));
    fc.assert(
      fc.property(three, (changes) => {
        expect(mismatchOf(one, changes)).toBeNull();
      }),
    );
  });
});

describe('the service answers the same', () => {
  it("to text that can't be stored: the action's message is more specific than the gateway's", async () => {
    const merchant = await makeMerchant(test);
    const named = await merchant.call('store/create-store', { name: 'a\u0000b' });
    expect(named.body.errors?.[0]).toMatchObject({
      message: 'Store name cannot contain control characters',
      layer: 'store',
    });
    const halved = await merchant.call('store/create-store', { name: 'a\ud800b' });
    expect(halved.body.errors?.[0]).toMatchObject({ layer: 'gateway' });
  });

  it('to a signed call of every action that accepts one', async () => {
    const merchant = await makeMerchant(test);
    const signed = broken.filter(({ action }) => action.auth.includes('apiKey'));
    const asked = signed.flatMap((one) =>
      [one.fields, [...one.fields].reverse()].map(async (fields) => {
        const changes = fields.slice(0, 3).flatMap((ways) => ways.at(-1) ?? []);
        const body = brokenBody(one.body, changes);
        const reply = await merchant.call(one.action.path, body);
        const message = reply.body.errors?.[0]?.message ?? '';
        const row = rowOf(one.action, message);
        return [one.action.path, row?.code ?? null, highestOf(changes)?.code ?? null];
      }),
    );
    const answers = await Promise.all(asked);
    expect(answers.filter(([, got, expected]) => got !== expected)).toEqual([]);
  });
});

/** The actual and the expected answer, or null if they agree. */
function mismatchOf({ action, body }: Case, changes: readonly Breakage[]): string | null {
  const expected = highestOf(changes);
  const answer = answerTo(action, brokenBody(body, changes));
  const got = answer === 'accepted' ? answer : (answer?.code ?? null);
  if (got === (expected?.code ?? null)) return null;
  const told = changes.map(({ path, row }) => `${path.join('.')} (${row?.code})`);
  return `${told.join(' and ')}: ${got}`;
}
