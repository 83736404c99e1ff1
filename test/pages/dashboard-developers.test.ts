import { createPrivateKey } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeMember } from '../support/dashboard.ts';
import { post, signHeaders, type TestMerchant } from '../support/merchant.ts';
import { makeShop } from '../support/selling.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import { expectUsable, holdBack, openAs, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useDashboardBrowser();

async function open(merchant: TestMerchant, storeId: string, path: string): Promise<Page> {
  return openAs(test, browser, merchant, `test/${storeId}/developers${path}`);
}

describeInChromium('API keys in the dashboard', () => {
  it('creates a key whose private half never leaves the browser, and deletes it', async () => {
    const { merchant, store } = await makeShop(test);
    const page = await open(merchant, store.id, '');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.postData() ?? ''));
    await page.getByRole('table', { name: 'API keys' }).waitFor();
    await expectUsable(page);
    await page.getByLabel('Nickname').fill('made for a test');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Nickname is already used in this environment').waitFor();
    await page.getByLabel('Nickname').fill('web server');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Key “web server” created').waitFor();
    await expectUsable(page);
    const pem = await page.getByRole('region', { name: 'Private key' }).innerText();
    expect(pem).toMatch(/^-----BEGIN PRIVATE KEY-----\n[\s\S]+-----END PRIVATE KEY-----\s*$/);
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PEM file' }).click();
    expect((await waiting).suggestedFilename()).toBe('tillgate-test-web-server.pem');
    expect(sent.filter((text) => text.includes('api-key') || text.includes('PUBLIC'))).not.toEqual(
      [],
    );
    expect(sent.join('')).not.toContain(pem.split('\n')[4]);
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByText('The private key won’t be shown again.').waitFor();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await page.getByRole('region', { name: 'Private key' }).innerText()).toBe(pem);

    const target = '/v1/actions/store/update-store';
    const body = JSON.stringify({ id: store.id, name: 'Renamed by the key' });
    const call = async () => {
      const headers = signHeaders(target, body, merchant.shortId, createPrivateKey(pem));
      return (await post(test.baseUrl, target, body, headers)).status;
    };
    expect(await call()).toBe(200);
    await page.getByRole('button', { name: 'I’ve saved it' }).click();
    await page.getByRole('button', { name: 'Delete key web server (test)' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete key' }).click();
    await page.getByText('Key deleted').waitFor();
    expect(await call()).toBe(401);
    expect(await page.content()).not.toContain(pem.split('\n')[4]);
  });

  it('creates a key once if the answer is lost, says so, and lists it', async () => {
    const { merchant, store } = await makeShop(test);
    const page = await open(merchant, store.id, '');
    let calls = 0;
    await page.route('**/api-key/create-key', async (route) => {
      calls += 1;
      await route.fetch();
      await route.abort();
    });
    await page.getByLabel('Nickname').fill('lost');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('The change may have been made').waitFor();
    await page.getByRole('button', { name: 'Delete key lost (test)' }).waitFor();
    expect(calls).toBe(1);
  });

  it('shows the calls of a key without their values, and nothing to members', async () => {
    const { merchant, store } = await makeShop(test);
    const page = await open(merchant, store.id, '/requests');
    const rows = page.getByRole('table', { name: 'Requests' });
    await rows.getByText('onetime-product/create-product').waitFor();
    expect(await rows.innerText()).toContain('made for a test');
    expect(await page.content()).not.toContain('An e-book');
    await expectUsable(page);
    const release = await holdBack(page, 'apiKeys');
    await page.reload();
    await page.getByText('Calls that changed something in this store').waitFor();
    expect(await rows.count()).toBe(0);
    release();
    await rows.getByText('made for a test').first().waitFor();
    await page.getByRole('textbox', { name: 'Call' }).fill('no-such-call');
    await page.getByText('Nothing matches these filters').waitFor();
    await page.goBack();
    await rows.getByText('made for a test').first().waitFor();
    const member = await makeMember(test, merchant, store.id, 'member');
    const other = await open(member, store.id, '/requests');
    await other.getByText('Only the store’s owner and admins can see the request log').waitFor();
  });
});

describeInChromium('the GraphQL explorer', () => {
  it('runs queries with Ctrl-Enter, completes and explains from the schema, and keeps a history', async () => {
    const { merchant, store } = await makeShop(test);
    const page = await open(merchant, store.id, '/graphql');
    const editor = page.getByRole('textbox', { name: 'Query' });
    await editor.click();
    await page.keyboard.press('Control+Enter');
    await page.getByText('Status 200').waitFor();
    const answer = page.getByRole('region', { name: 'Response' });
    expect(JSON.parse(await answer.innerText())).toEqual({ data: { orders: [], ordersCount: 0 } });

    await page.keyboard.press('Control+A');
    await page.keyboard.type('query Mine($storeId: ID!) { store(id: $storeId) { slu');
    const choice = page.getByRole('option', { name: /^slug/ });
    await choice.waitFor();
    await choice.click();
    await page.keyboard.press('Control+Enter');
    await answer.getByText(store.slug).waitFor();
    await editor.getByText('slug', { exact: true }).hover();
    await page.getByText('Store.slug').waitFor();
    await page.mouse.move(0, 0);

    const history = page.getByRole('list', { name: 'History' });
    await history.getByRole('button', { name: 'LatestOrders' }).click();
    await answer.getByText('ordersCount').waitFor();
    expect(await editor.innerText()).toContain('query LatestOrders');
    await expectUsable(page);
  });
});

describeInChromium('snippets and webhook keys', () => {
  it('contain the merchant’s own ids and keys', async () => {
    const { merchant, store, productId } = await makeShop(test);
    const page = await open(merchant, store.id, '/snippets');
    await page.getByText('Sell “An e-book”').waitFor();
    await expectUsable(page);
    for (const language of ['curl', 'Node.js', 'Python', 'Go']) {
      await page.getByRole('tab', { name: language }).click();
      const code = await page.getByRole('region', { name: `${language} code` }).innerText();
      for (const fact of [productId, merchant.shortId, test.baseUrl, 'USD']) {
        expect(code).toContain(fact);
      }
    }
    await page.getByRole('link', { name: 'Webhook keys' }).click();
    const pem = await page.getByRole('region', { name: 'Public key' }).innerText();
    const keys = await (await fetch(`${test.baseUrl}/.well-known/webhook-keys.json`)).json();
    expect(pem.trim()).toBe(keys.test.trim());
    expect(await page.getByRole('region', { name: 'Node.js code' }).innerText()).toContain(
      store.id,
    );
    await expectUsable(page);
  });
});
