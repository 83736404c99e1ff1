import { describe, expect, it } from 'vitest';
import { makeGroup, makeOwner, makeProduct, viewIn } from '../support/catalogue.ts';
import { needs } from '../support/needs.ts';
import { useTestApp } from '../support/test-app.ts';
import { makeWebhook } from '../support/webhook.ts';

const test = useTestApp();
type Owner = Awaited<ReturnType<typeof makeOwner>>;

/** How to create each object, and an action that changes it. */
const KINDS = [
  { path: 'store/update-store', view: 'store', make: async (owner: Owner) => owner.storeId },
  ...(['onetime', 'subscription'] as const).map((kind) => ({
    ...{ path: `${kind}-product/update-product`, view: 'product' },
    make: async (owner: Owner) => (await makeProduct(owner, kind)).id,
  })),
  {
    ...{ path: 'subscription-product-group/update-group', view: 'group' },
    make: async (owner: Owner) => (await makeGroup(owner)).id,
  },
  {
    ...{ path: 'store/update-webhook', view: 'webhook' },
    make: async ({ merchant, storeId }: Owner) =>
      (await makeWebhook(merchant, storeId, 'https://hooks.example.com/')).id,
  },
];
const changeOf = (view: string, text: string) =>
  view === 'webhook' ? { url: `https://hooks.example.com/${text}` } : { name: text };

describe.each(KINDS)('$path after a concurrent change', ({ path, view, make }) => {
  const open = async () => {
    const owner = await makeOwner(test);
    const id = await make(owner);
    const save = (text: string, since?: unknown) =>
      owner.merchant.call(path, { id, ...changeOf(view, text), ifUnmodifiedSince: since });
    return { save, updatedAt: viewIn(await save('First'), view).updatedAt as string };
  };

  it('is refused and changes nothing; based on the current version it succeeds', async () => {
    const { save, updatedAt } = await open();
    const theirs = viewIn(await save('Theirs', updatedAt), view);
    const refused = await save('Mine', updatedAt);
    expect([refused.status, refused.body.errors[0].message]).toEqual([
      409,
      `Changed meanwhile, updatedAt is ${theirs.updatedAt}`,
    ]);
    expect(viewIn(await save('Theirs', theirs.updatedAt), view)).toMatchObject(
      changeOf(view, 'Theirs'),
    );
  });

  it('succeeds without the header', async () => {
    const { save } = await open();
    for (const absent of [undefined, null]) {
      expect((await save('Mine', absent)).status).toBe(200);
    }
    expect((await save('Mine', 'yesterday')).status).toBe(400);
  });

  it('succeeds for one of many concurrent saves', needs('postgres'), async () => {
    const { save, updatedAt } = await open();
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, index) => save(`Save-${index}`, updatedAt)),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  });
});
