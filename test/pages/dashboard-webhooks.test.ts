import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makeMember } from '../support/dashboard.ts';
import { makeMerchant, makeStore, type TestMerchant } from '../support/merchant.ts';
import { closeReceivers, startReceiver } from '../support/receiver.ts';
import { useTestApp } from '../support/test-app.ts';
import { emit, makeWebhook, readDeliveries } from '../support/webhook.ts';
import { describeInChromium } from './chromium.ts';
import { expectUsable, openAs, useDashboardBrowser } from './dashboard-visit.ts';

const test = useTestApp({ WEBHOOK_RETRY_SCHEDULE: '60' });
const browser = useDashboardBrowser();
closeReceivers();

async function makePlace() {
  const merchant = await makeMerchant(test);
  const { id: storeId } = await makeStore(merchant);
  return { merchant, storeId };
}

const open = (
  { merchant, storeId }: { merchant: TestMerchant; storeId: string },
  path: string,
  options: BrowserContextOptions = {},
) => openAs(test, browser, merchant, `test/${storeId}/${path}`, options);

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

describeInChromium('webhooks in the dashboard', () => {
  it('adds one, sends it a sample of a chosen type and shows its answer', async () => {
    const receiver = await startReceiver((response) => response.writeHead(202).end('thank you'));
    const place = await makePlace();
    const page = await open(place, 'webhooks');
    await page.getByRole('link', { name: 'Add the first webhook' }).click();
    await heading(page, 'Add a webhook').waitFor();
    await expectUsable(page);
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await page.getByText('URL is required.').waitFor();
    await page.getByLabel('URL').fill(receiver.url);
    await page.getByRole('checkbox', { name: 'All refunds' }).check();
    await page.getByRole('checkbox', { name: /^order\.completed/ }).check();
    await page.getByRole('button', { name: 'Add webhook' }).click();
    await heading(page, 'Your server (HTTP)').waitFor();
    await page.getByRole('combobox', { name: 'Event' }).click();
    await page.getByRole('option', { name: 'refund.failed' }).click();
    await page.getByRole('button', { name: 'Send sample' }).click();
    const result = page.getByRole('status', { name: 'Result of the sample' });
    await result.getByText('Sending refund.failed').waitFor();
    await test.app.worker.runOnce();
    await result.getByText('Result of refund.failed').waitFor();
    expect(await result.innerText()).toMatch(/success[\s\S]*Responded with 202[\s\S]*thank you/);
    const sample = receiver.received.map(({ body }) => JSON.parse(body)).at(-1);
    expect(sample).toMatchObject({ eventType: 'refund.failed', data: { sample: true } });
  });

  it('shows why one was disabled, and sends the missed events when it is enabled', async () => {
    let isGone = true;
    const receiver = await startReceiver((response) =>
      response.writeHead(isGone ? 410 : 200).end(),
    );
    const place = await makePlace();
    await makeWebhook(place.merchant, place.storeId, receiver.url);
    await emit(test, place.storeId);
    await test.app.worker.runOnce();
    const missed = await emit(test, place.storeId);
    isGone = false;
    const page = await open(place, 'webhooks');
    await page.getByText('The receiver responded with 410 Gone').waitFor();
    await page.getByText('1 being retried').waitFor();
    await expectUsable(page);
    await page.getByRole('button', { name: 'Enable and send what it missed' }).click();
    await page.getByText('Enabled. The events it missed are being delivered.').waitFor();
    await page.getByText('This webhook is disabled').waitFor({ state: 'detached' });
    await test.app.worker.runOnce();
    expect(JSON.parse(receiver.received.at(-1)?.body ?? '').eventId).toBe(missed);
  });

  it('changes events, and removes one only after confirmation', async () => {
    const receiver = await startReceiver();
    const place = await makePlace();
    const webhook = await makeWebhook(place.merchant, place.storeId, receiver.url);
    const page = await open(place, `webhooks/${webhook.id}`);
    await page.getByRole('checkbox', { name: 'All events' }).check();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Webhook saved').waitFor();
    await emit(test, place.storeId, 'subscription.past_due');
    await test.app.worker.runOnce();
    expect(receiver.received).toHaveLength(1);
    await expectUsable(page);

    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove webhook' }).click();
    await page.getByText('No webhooks yet').waitFor();
  });

  it('keeps what is typed when someone else has changed it, until it is saved', async () => {
    const receiver = await startReceiver();
    const place = await makePlace();
    const { id } = await makeWebhook(place.merchant, place.storeId, receiver.url);
    const page = await open(place, `webhooks/${id}`);
    await page.getByLabel('URL').fill(`${receiver.url}/mine`);
    await page.getByLabel('Secret', { exact: true }).fill('whisper');
    test.clock.advance(1000);
    const events = ['refund.succeeded'];
    await place.merchant.call('store/update-webhook', { id, events });
    const save = page.getByRole('button', { name: 'Save changes' });
    await save.click();
    const notice = page.getByRole('alert').filter({ hasText: 'Someone else changed this' });
    await notice.getByRole('listitem').first().waitFor();
    expect(await notice.getByRole('listitem').allInnerTexts()).toEqual(['Events']);
    await expectUsable(page);
    await page.getByRole('button', { name: 'Apply my changes to their version' }).click();
    await save.click();
    await page.getByText('Webhook saved').waitFor();
    await page.getByText(`${receiver.url}/mine`).waitFor();
    await expect.poll(() => page.getByLabel('Secret', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('URL').fill(`${receiver.url}/again`);
    await save.click();
    await page.getByText(`${receiver.url}/again`).waitFor();
    const reply = await place.merchant.call('store/update-webhook', { id });
    const url = `${receiver.url}/again`;
    expect(reply.body.data.webhook).toMatchObject({ url, events, secret: 'whisper' });
  });

  it('keeps what is typed when it is enabled', async () => {
    const receiver = await startReceiver((response) => response.writeHead(410).end());
    const place = await makePlace();
    const { id } = await makeWebhook(place.merchant, place.storeId, receiver.url);
    await emit(test, place.storeId);
    await test.app.worker.runOnce();
    const page = await open(place, `webhooks/${id}`);
    await page.getByLabel('URL').fill(`${receiver.url}/mine`);
    test.clock.advance(1000);
    await page.getByRole('button', { name: 'Enable and send what it missed' }).click();
    await page.getByText('Enabled. The events it missed are being delivered.').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Webhook saved').waitFor();
    await page.getByText(`${receiver.url}/mine`).waitFor();
  });

  it('shows a member everything but lets them change nothing', async () => {
    const place = await makePlace();
    const receiver = await startReceiver();
    const webhook = await makeWebhook(place.merchant, place.storeId, receiver.url);
    const member = await makeMember(test, place.merchant, place.storeId, 'member');
    const page = await open({ ...place, merchant: member }, `webhooks/${webhook.id}`);
    await page.getByText('No deliveries yet.').waitFor();
    for (const name of ['Remove', 'Send sample', 'Save changes']) {
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    }
  });
});

describeInChromium('the delivery log in the dashboard', () => {
  it('shows attempts and answers as text, and resends', async () => {
    const answers = ['<img src=x onerror="document.title=\'run\'">', 'fine now'];
    const receiver = await startReceiver((response, _request, count) => {
      response.writeHead(count === 1 ? 500 : 200).end(answers[Math.min(count, 2) - 1]);
    });
    const place = await makePlace();
    await makeWebhook(place.merchant, place.storeId, receiver.url);
    const eventId = await emit(test, place.storeId);
    await test.app.worker.runOnce();
    const page = await open(place, 'deliveries');
    await page.getByRole('table', { name: 'Deliveries' }).getByText('Status 500').waitFor();
    await expectUsable(page);
    await page.getByRole('link', { name: 'order.completed' }).click();
    const attempts = page.getByRole('list', { name: 'Attempts' });
    await attempts.getByText(answers[0] as string).waitFor();
    expect(await page.getByRole('region', { name: 'Body of the event' }).innerText()).toContain(
      `"eventId": "${eventId}"`,
    );
    await expectUsable(page);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Sending again').waitFor();
    await test.app.worker.runOnce();
    await attempts.getByText('fine now').waitFor();
    expect(await attempts.getByRole('listitem').count()).toBe(2);
    expect(await page.title()).not.toContain('run');
  });

  it('filters by status and time, kept in the URL', async () => {
    const place = await makePlace();
    const fails = await startReceiver((response) => response.writeHead(410).end());
    const works = await startReceiver();
    await makeWebhook(place.merchant, place.storeId, fails.url);
    await makeWebhook(place.merchant, place.storeId, works.url);
    const today = test.clock.now();
    await emit(test, place.storeId);
    await test.app.worker.runOnce();
    const page = await open(place, 'deliveries', { timezoneId: 'UTC' });
    // Otherwise, this may be yesterday after midnight.
    await page.clock.setFixedTime(today);
    const rows = page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr');
    await page.getByText('2 entries').waitFor();
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Success' }).click();
    await page.getByText('1 entry').waitFor();
    expect(await rows.innerText()).toContain(works.url);
    expect(page.url()).toContain('status=success');
    await page.getByRole('combobox', { name: 'Date' }).click();
    await page.getByRole('option', { name: 'Yesterday' }).click();
    await page.getByText('Nothing matches these filters.').waitFor();
    expect(page.url()).toContain('created=yesterday');
    await page.goBack();
    await page.getByText('1 entry').waitFor();
  });

  it('resends the failed ones of a time range and replays to a new endpoint', async () => {
    let isDown = true;
    const first = await startReceiver((response) => response.writeHead(isDown ? 500 : 200).end());
    const late = await startReceiver();
    const place = await makePlace();
    await makeWebhook(place.merchant, place.storeId, first.url);
    await emit(test, place.storeId);
    await test.app.worker.runOnce();
    const [delivery] = await readDeliveries(test, place.storeId);
    expect(delivery?.status).toBe('pending');
    test.clock.advance(70_000);
    await test.app.worker.runOnce();
    isDown = false;
    await makeWebhook(place.merchant, place.storeId, late.url);
    const page = await open(place, 'deliveries/resend');
    const resend = page.getByRole('form', { name: 'Send deliveries again' });
    await resend.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('1 delivery is being sent again.').waitFor();
    const replay = page.getByRole('form', { name: 'Replay events to a webhook' });
    await replay.getByRole('button', { name: 'Replay' }).click();
    await page.getByText('1 event is on its way.').waitFor();
    await expectUsable(page);
    await test.app.worker.runOnce();
    const statuses = (await readDeliveries(test, place.storeId)).map(({ status }) => status);
    expect(statuses).toEqual(['success', 'success']);
    expect(late.received).toHaveLength(1);
  });

  it('lists events page by page, whether or not a webhook subscribes to them', async () => {
    const place = await makePlace();
    for (let count = 0; count < 21; count += 1) await emit(test, place.storeId);
    const refunded = await emit(test, place.storeId, 'refund.succeeded');
    const page = await open(place, 'deliveries/events');
    await page.getByText('20 events so far').waitFor();
    await page.getByRole('button', { name: 'Show earlier events' }).click();
    await page.getByText('22 events', { exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Event' }).click();
    await page.getByRole('option', { name: 'refund.succeeded' }).click();
    await page.getByText('1 event', { exact: true }).waitFor();
    await page.getByRole('button', { name: refunded }).click();
    await page.getByText('"eventType": "refund.succeeded"').waitFor();
    await expectUsable(page);
  });
});
