import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mailsOfStore } from '../support/mail.ts';
import { makeMerchant, makeStore } from '../support/merchant.ts';
import { callAsOperator } from '../support/operator.ts';
import { type RawRequest, sendBytes, sendRequest } from '../support/raw-http.ts';
import {
  type RunningCommand,
  runTillgate,
  startCommand,
  tillgatePath,
} from '../support/run-command.ts';
import { dataOf } from '../support/selling.ts';
import { buildService } from '../support/service-process.ts';
import { TEST_SECRET_KEY, useTestApp } from '../support/test-app.ts';
import { describeInChromium, sees as seesOn, useChromium } from './chromium.ts';
import { expectUsable } from './dashboard-visit.ts';
import { MARKUP } from './payloads.ts';

/** The built command as an operator runs it, against a really listening service. */
const test = useTestApp();
const browser = useChromium();
const parts = {} as { folder: string; page: RunningCommand; link: URL };
/** Milliseconds for a build, beside other tests. */
const BUILD_MS = 180_000;
const HOSTILE = `\u202e${MARKUP.join('')}`.slice(0, 190);
const DETAILS = {
  website: 'https://example.com/about',
  registrationNumber: 'IE-123456',
  taxId: 'IE1234567T',
  address: '1 Main Street, Dublin',
  businessDescription: 'Books about gardens',
  owner: { name: 'Ada Example', email: 'ada@example.com', dateOfBirth: '1990-02-28' },
  documents: [
    { type: 'passport', name: 'ada.pdf', sha256: 'a'.repeat(64), sizeBytes: 123_456 },
    { type: 'register', name: 'extract.pdf', reference: 'R-77' },
  ],
};

beforeAll(async () => {
  vi.setConfig({ testTimeout: 120_000 });
  await buildService();
  parts.folder = await mkdtemp(join(tmpdir(), 'tillgate-kyb-page-'));
  parts.page = startCommand(parts.folder, [process.execPath, tillgatePath, 'kyb', 'page'], {
    TILLGATE_BASE_URL: test.baseUrl,
    SECRET_KEY: TEST_SECRET_KEY,
  });
  await parts.page.until('Ctrl-C ends.\n');
  parts.link = new URL(parts.page.printed().split('\n')[0] as string);
}, BUILD_MS);

afterAll(async () => {
  const { code } = await parts.page.stop('SIGINT');
  await rm(parts.folder, { recursive: true, force: true });
  expect(code).toBe(0);
});

async function makeTicket(fields: object = {}) {
  const owner = await makeMerchant(test);
  const store = await makeStore(owner, 'A book shop');
  const body = {
    storeId: store.id,
    legalName: `Example ${store.id} Ltd`,
    country: 'IE',
    ...fields,
  };
  const { id } = dataOf(await owner.call('kyb-ticket/submit-ticket', body)).ticket;
  const isEnabled = async () => {
    const own = { environment: 'prod' } as const;
    return dataOf(await owner.call('store/update-store', { id: store.id }, own)).store.prodEnabled;
  };
  return { owner, store, id: id as string, legalName: body.legalName, isEnabled };
}

/** A browser that has opened the printed link. */
async function enter(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.open(options);
  await page.goto(parts.link.href);
  await page.getByRole('heading', { name: 'KYB tickets' }).waitFor();
  return page;
}

const open = (page: Page, name: string) => page.getByRole('link', { name }).first().click();
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const sees = (page: Page, text: string) => seesOn(page, page.getByText(text));

describeInChromium("the operator's page of KYB tickets", () => {
  it('shows a ticket and approves it: the store is enabled, its owner is told', async () => {
    const { owner, store, id, legalName, isEnabled } = await makeTicket(DETAILS);
    const page = await enter();
    await open(page, legalName);
    for (const text of [
      ...['Ireland (IE)', 'IE-123456', 'IE1234567T', 'Books about gardens', store.id, owner.email],
      ...['Ada Example', 'ada@example.com', '1990-02-28', 'ada.pdf', '123,456', 'a'.repeat(64)],
      ...['R-77', 'https://example.com/about'],
    ]) {
      await sees(page, text);
    }
    await press(page, 'Take into review');
    await sees(page, 'The ticket is in review.');
    await sees(page, 'taken into review');
    expect(await page.getByRole('button', { name: 'Take into review' }).count()).toBe(0);
    await page.getByLabel('Note to the owner').fill('Welcome <b>Ada</b>\nGood luck');
    await press(page, 'Approve');
    await sees(page, 'The store can take real payments');
    await sees(page, 'Welcome <b>Ada</b>');
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await isEnabled()).toBe(true);
    expect(await mailsOfStore(test, store.id)).toMatchObject([
      { type: 'kyb_ticket.succeeded', toAddress: owner.email, status: 'pending' },
    ]);
    const [ticket] = dataOf(
      await callAsOperator(test, 'kyb-ticket/list-tickets', { ticketId: id }),
    ).tickets;
    expect(ticket.decisionNote).toBe('Welcome <b>Ada</b>\nGood luck');
    await open(page, 'KYB tickets');
    expect(await page.getByRole('link', { name: legalName }).count()).toBe(0);
    await open(page, 'Approved');
    await page.getByRole('link', { name: legalName }).waitFor();
  });

  it('rejects with a note, by keyboard and without scripts, and shows what came before', async () => {
    const { owner, store, legalName, isEnabled } = await makeTicket();
    const page = await enter({ javaScriptEnabled: false });
    await page.getByRole('link', { name: legalName }).focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('Note to the owner').focus();
    await page.keyboard.type('The number is missing');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await sees(page, 'Rejected. The owner is told by mail.');
    expect(await isEnabled()).toBe(false);
    expect(await mailsOfStore(test, store.id)).toMatchObject([{ type: 'kyb_ticket.rejected' }]);
    const body = { storeId: store.id, legalName: 'Example again', country: 'IE' };
    dataOf(await owner.call('kyb-ticket/submit-ticket', body));
    await open(page, 'KYB tickets');
    await open(page, 'Example again');
    await sees(page, 'Other tickets of this store');
    await open(page, legalName);
    await sees(page, 'The number is missing');
  });

  it('says what the service refuses and keeps the note', async () => {
    const { id, legalName } = await makeTicket();
    const page = await enter();
    await open(page, legalName);
    await page.getByLabel('Note to the owner').fill('x'.repeat(1_001));
    await press(page, 'Approve');
    await sees(page, 'note must not exceed 1000 characters');
    expect(await page.getByLabel('Note to the owner').inputValue()).toHaveLength(1_001);
    const decided = { ticketId: id, decision: 'reject' };
    await callAsOperator(test, 'kyb-ticket/resolve-ticket', decided);
    await page.getByLabel('Note to the owner').fill('');
    await press(page, 'Approve');
    await sees(page, 'KYB ticket is already decided, current status: rejected');
    expect(await page.getByRole('button').count()).toBe(0);
  });

  it('shows hostile texts as texts', async () => {
    const owner = { name: MARKUP[0], email: MARKUP[3], address: MARKUP[4] };
    const documents = [{ type: MARKUP[8], name: MARKUP[9], reference: MARKUP[6] }];
    const website = 'https://example.com/"><script>window.__ran=1</script>';
    await makeTicket({ legalName: HOSTILE, website, owner, documents, taxId: MARKUP[7] });
    const page = await enter();
    const calls: string[] = [];
    page.on('request', (request) => calls.push(new URL(request.url()).hostname));
    await page.getByRole('link', { name: '<script>' }).last().click();
    await sees(page, String(MARKUP[3]));
    expect(await page.evaluate('window.__ran')).toBeUndefined();
    expect(await page.locator('script, img, iframe, svg, object, embed').count()).toBe(0);
    expect(await page.title()).toMatch(/^KYB ticket TKT_/);
    expect(new Set(calls)).toEqual(new Set(['127.0.0.1']));
  });

  it('is accessible, light and dark, and fits 360 pixels', async () => {
    const { legalName } = await makeTicket({ ...DETAILS, businessDescription: 'w'.repeat(300) });
    const page = await enter();
    await expectUsable(page);
    await open(page, legalName);
    await expectUsable(page);
    await press(page, 'Take into review');
    await expectUsable(page);
    await page.goto(`${parts.link.origin}/nowhere`);
    await expectUsable(page);
  });
});

describe('the guard of the operator’s page', () => {
  const send = (request: RawRequest) =>
    sendRequest(parts.link.origin, { method: 'GET', ...request });

  /** What a browser keeps after the printed link. */
  async function keep() {
    const entered = await send({ target: parts.link.pathname });
    expect(entered.status).toBe(303);
    const cookie = entered.headers.get('set-cookie') ?? '';
    return { cookie, base: entered.headers.get('location') as string, entered };
  }

  async function post(headers: readonly (readonly [string, string])[]) {
    const { id } = await makeTicket();
    const { cookie, base } = await keep();
    const reply = await send({
      ...{ method: 'POST', target: `${base}ticket/${id}`, body: 'decision=approve' },
      headers: [
        ['cookie', cookie.split(';')[0] as string],
        ['content-type', 'application/x-www-form-urlencoded'],
        ...headers,
      ],
    });
    const [ticket] = dataOf(
      await callAsOperator(test, 'kyb-ticket/list-tickets', { ticketId: id }),
    ).tickets;
    return [reply.status, ticket.status];
  }

  it('gives a browser a cookie that scripts, other sites and other servers do not get', async () => {
    const { cookie, base, entered } = await keep();
    expect(cookie).toMatch(/^tillgate_kyb=[\w-]{43}; Path=\/[\w-]{43}; HttpOnly; SameSite=Strict$/);
    expect(cookie).not.toContain(parts.link.pathname.split('/').at(-1));
    expect(base).toMatch(/^\/[\w-]{43}\/$/);
    expect(entered.headers.get('cache-control')).toBe('no-store');
  });

  it('lets nobody in without it, or by another link', async () => {
    const { base } = await keep();
    expect((await send({ target: base })).status).toBe(403);
    const wrong: [string, string] = ['cookie', `tillgate_kyb=${'a'.repeat(43)}`];
    expect((await send({ target: base, headers: [wrong] })).status).toBe(403);
    expect((await send({ target: `/enter/${'a'.repeat(43)}` })).status).toBe(403);
    expect((await send({ target: '/' })).status).toBe(404);
  });

  it('answers under its printed name alone', async () => {
    const { port } = parts.link;
    for (const host of [`localhost:${port}`, `evil.example:${port}`, '127.0.0.1', 'evil.example']) {
      const target = parts.link.pathname;
      const bytes = `GET ${target} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`;
      const reply = await sendBytes(parts.link.origin, bytes);
      expect([host, reply.status, reply.headers.get('set-cookie')]).toEqual([host, 421, null]);
    }
  });

  it('takes a decision from its own form alone', async () => {
    const { origin } = parts.link;
    const own: [string, string] = ['origin', origin];
    const refused = [403, 'pending'];
    expect(await post([])).toEqual(refused);
    expect(await post([['origin', 'null']])).toEqual(refused);
    expect(await post([['origin', 'http://127.0.0.1:1']])).toEqual(refused);
    expect(await post([['origin', 'https://evil.example']])).toEqual(refused);
    expect(await post([own, ['sec-fetch-site', 'same-site']])).toEqual(refused);
    expect(await post([own, ['sec-fetch-site', 'cross-site']])).toEqual(refused);
    expect(await post([own])).toEqual([303, 'succeeded']);
    expect(await post([own, ['sec-fetch-site', 'same-origin']])).toEqual([303, 'succeeded']);
  });

  it('is strict about what a page may load, on every answer', async () => {
    const { cookie, base } = await keep();
    const headers: [string, string][] = [['cookie', cookie.split(';')[0] as string]];
    for (const target of [base, '/nowhere', '/assets/plain-page.css']) {
      const reply = await send({ target, headers });
      expect(reply.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(reply.headers.get('content-security-policy')).not.toContain('script-src');
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('tillgate kyb page', () => {
  const run = (args: readonly string[], environment: Readonly<Record<string, string>>) =>
    runTillgate(parts.folder, ['kyb', 'page', ...args], environment);
  const good = () => ({ TILLGATE_BASE_URL: test.baseUrl, SECRET_KEY: TEST_SECRET_KEY });

  it('says what is missing before it prints a link', async () => {
    const cases = [
      [run([], { TILLGATE_BASE_URL: test.baseUrl }), 'SECRET_KEY is not set'],
      [
        run([], { ...good(), SECRET_KEY: 'w'.repeat(40) }),
        'must run on the machine of the service',
      ],
      [run([], { ...good(), TILLGATE_BASE_URL: 'http://127.0.0.1:9' }), 'Is the service running?'],
      [run(['--port', 'http'], good()), '--port must be a number from 0 to 65535'],
      [run(['--port', parts.link.port], good()), `Port ${parts.link.port} is taken`],
    ] as const;
    for (const [ended, text] of cases) {
      const { code, stdout, stderr } = await ended;
      expect({ code, stdout, stderr }).toEqual({
        ...{ code: 1, stdout: '' },
        stderr: expect.stringContaining(text),
      });
    }
  });
});
