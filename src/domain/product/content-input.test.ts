import { describe, expect, it } from 'vitest';
import { makeOwner, type Owner, productBody, viewIn } from '../../../test/support/catalogue.ts';
import { expectError } from '../../../test/support/error-rows.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

type Fields = Readonly<Record<string, unknown>>;

const test = useTestApp();
const USD = { amount: '9.90', taxCategory: 'saas' };

describe.each(['onetime', 'subscription'] as const)('content of a %s product', (kind) => {
  const send = async (fields: Fields, owner?: Owner) => {
    const { merchant, storeId } = owner ?? (await makeOwner(test));
    const body = { ...productBody(storeId, kind), ...fields };
    return merchant.call(`${kind}-product/create-product`, body);
  };
  const sendPrices = async (prices: unknown) => viewIn(await send({ prices }), 'product').prices;
  const refuse = async (fields: Fields, message: string) => refuseAll([fields], message);
  const refuseAll = async (bodies: readonly Fields[], message: string) => {
    const owner = await makeOwner(test);
    for (const fields of bodies) {
      expectError(await send(fields, owner), 400, message, 'product');
    }
  };

  it('returns amounts with the digits of their currency', async () => {
    const taxCategory = 'saas';
    const given = { USD: '9.9', JPY: '01000', KWD: '1.5', COP: '1', CLF: '1.0001' };
    const prices = Object.entries(given).map(([code, amount]) => [code, { amount, taxCategory }]);
    expect(await sendPrices(Object.fromEntries(prices))).toEqual({
      USD: { amount: '9.90', taxCategory },
      JPY: { amount: '1000', taxCategory },
      KWD: { amount: '1.500', taxCategory },
      COP: { amount: '1.00', taxCategory },
      CLF: { amount: '1.0001', taxCategory },
    });
  });

  it('accepts the largest amount and refuses the next', async () => {
    const prices = (amount: string) => ({ USD: { ...USD, amount } });
    expect(await sendPrices(prices('9999999999.99'))).toEqual(prices('9999999999.99'));
    await refuse({ prices: prices('10000000000.00') }, 'Invalid amount');
  });

  it('accepts only plain decimal digits above zero as an amount', () => {
    const texts = ['0', '0.00', '-1', '+1', '1e3', '1,00', '.5', '5.', ' 1', '9.999', '٣', ''];
    const amounts = [...texts, 9.9, null, undefined];
    const bodies = amounts.map((amount) => ({ prices: { USD: { ...USD, amount } } }));
    return refuseAll([...bodies, { prices: { USD: '9.90' } }], 'Invalid amount');
  });

  it('accepts only three uppercase letters as a currency', () => {
    const codes = ['usd', 'US', 'USDT', 'U$D', ' USD', ''];
    return refuseAll(
      codes.map((code) => ({ prices: { [code]: USD } })),
      'Invalid currency code',
    );
  });

  it('accepts only an object with a currency as prices', () => {
    const given = [undefined, null, [], [USD], 'USD', {}];
    return refuseAll(
      given.map((prices) => ({ prices })),
      'Prices must have at least one currency',
    );
  });

  it('does not return whether tax is included', async () => {
    expect(await sendPrices({ USD: { ...USD, taxIncluded: true } })).toEqual({ USD });
    await refuse(
      { prices: { USD: { ...USD, taxIncluded: 'yes' } } },
      'Invalid field prices.USD.taxIncluded: expected boolean',
    );
  });

  it('answers with the first row that applies', async () => {
    await refuse({ name: '', prices: {}, metadata: 7 }, 'Missing required field: name');
    await refuse({ prices: { usd: USD }, successUrl: 'x' }, 'Invalid currency code');
  });

  it('counts the trimmed name in code points', async () => {
    const name = '🛍'.repeat(64);
    expect(viewIn(await send({ name: `  ${name} ` }), 'product').name).toBe(name);
  });

  it('clears description and successUrl with null or an empty string', async () => {
    for (const nothing of [null, '']) {
      const product = viewIn(await send({ description: nothing, successUrl: nothing }), 'product');
      expect(product).toMatchObject({ description: null, successUrl: null });
    }
  });

  it('refuses a successUrl that is no plain web address', () => {
    const given = [
      'ftp://example.com',
      'https://user:secret@example.com/',
      'https://exa\nmple.com/',
      'example.com',
      `https://example.com/${'x'.repeat(493)}`,
      7,
    ];
    return refuseAll(
      given.map((successUrl) => ({ successUrl })),
      'Invalid successUrl, must be an http(s) URL of at most 512 characters',
    );
  });

  it('accepts a successUrl of 512 characters', async () => {
    const successUrl = `https://example.com/${'x'.repeat(492)}`;
    expect(viewIn(await send({ successUrl }), 'product').successUrl).toBe(successUrl);
  });

  it('returns media as given, without undocumented fields', async () => {
    const image = { type: 'image', url: 'https://example.com/a.png' };
    const video = {
      type: 'video',
      url: 'http://example.com/a.mp4',
      alt: 'A film',
      thumbnail: 'https://example.com/a.jpg',
    };
    const media = [{ ...image, alt: null, onload: 'alert(1)' }, video];
    expect(viewIn(await send({ media }), 'product').media).toEqual([image, video]);
  });

  it('names the invalid field of a media item', async () => {
    const url = 'https://example.com/a.png';
    await refuse({ media: [{ type: 'audio', url }] }, 'Invalid field media.0.type');
    await refuse(
      {
        media: [
          { type: 'image', url },
          { type: 'image', url: 'data:text/html,x' },
        ],
      },
      'Invalid field media.1.url',
    );
    await refuse({ media: 'a.png' }, 'Invalid field media: expected array');
  });

  it('accepts any JSON as metadata, within its limits', async () => {
    const metadata = { plan: 'pro', seats: 5, nested: { list: [1, null, true] }, nothing: null };
    expect(viewIn(await send({ metadata }), 'product').metadata).toEqual(metadata);
    const keys = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${i}`.repeat(30), i]));
    expect(viewIn(await send({ metadata: keys }), 'product').metadata).toEqual(keys);
  });

  it('ignores undocumented fields', async () => {
    const { merchant, storeId } = await makeOwner(test);
    const body = JSON.stringify({
      ...productBody(storeId, kind),
      id: 'PROD_0000000000000000000001',
      status: 'inactive',
      createdAt: '2001-01-01T00:00:00.000Z',
      environment: 'prod',
    });
    const polluted = `{"__proto__":{"description":"x"},${body.slice(1)}`;
    const product = viewIn(
      await merchant.call(`${kind}-product/create-product`, polluted),
      'product',
    );
    expect(product).toMatchObject({ status: 'active', description: null });
    expect(product.id).not.toBe('PROD_0000000000000000000001');
    expect(product.createdAt > '2002').toBe(true);
  });
});
