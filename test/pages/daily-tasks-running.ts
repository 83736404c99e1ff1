import { newEmail, PASSWORD } from '../support/accounts.ts';
import { codeMailedTo } from '../support/mail.ts';
import { startReceiver } from '../support/receiver.ts';
import { makeShop } from '../support/selling.ts';
import { emit, makeWebhook } from '../support/webhook.ts';
import { type DailyTask, openWork } from './daily-task.ts';

/** Invites a colleague, who joins. */
export const inviteColleague: DailyTask = async (at) => {
  const shop = await makeShop(at.test);
  const email = newEmail();
  const { page, hand, button, field } = await openWork(at, shop, 'settings/members');
  await hand.write(field('Email'), email);
  await hand.choose(page.getByRole('combobox', { name: 'Role' }), 'Admin');
  await hand.press(button('Add'));
  await page.getByText(`${email} has been invited`).waitFor();
  const joining = await at.browser.open();
  const code = await codeMailedTo(at.test, email);
  await joining.goto(`${at.test.baseUrl}/dashboard/invitation#token=${code}`);
  const colleague = at.makeHand(joining);
  await colleague.write(joining.getByRole('textbox', { name: 'Name' }), 'Ada');
  await colleague.write(joining.locator('input[type="password"]'), PASSWORD);
  await colleague.press(joining.getByRole('button', { name: 'Create account' }));
  await colleague.press(joining.getByRole('button', { name: 'Join the store' }));
  await joining.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
};

/** Publishes a changed price. */
export const publishPrice: DailyTask = async (at) => {
  const prices = { USD: { amount: '9.90', taxCategory: 'ebook' } };
  const shop = await makeShop(at.test, { prices });
  const { page, hand, button, field, table } = await openWork(at, shop, 'products');
  await hand.press(table('Products').getByRole('link', { name: 'An e-book' }));
  await hand.press(page.getByRole('link', { name: 'Edit' }));
  await hand.write(field('Amount'), '14.00');
  await hand.press(button('Save'));
  await hand.press(button('Publish to live'));
  await table('What changes in live').getByText('$14.00 USD').waitFor();
  await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Publish' }));
  await page.getByText('Published to live').first().waitFor();
};

/** Finds out why a webhook failed, and resends it. */
export const resendFailed: DailyTask = async (at) => {
  const shop = await makeShop(at.test);
  const receiver = await startReceiver((response, _request, count) => {
    response.writeHead(count === 1 ? 500 : 200).end(count === 1 ? 'database is down' : 'thanks');
  });
  await makeWebhook(shop.merchant, shop.store.id, receiver.url);
  await emit(at.test, shop.store.id);
  await at.test.app.worker.runOnce();
  const { page, hand, button, table } = await openWork(at, shop, 'deliveries');
  await hand.press(table('Deliveries').getByRole('link', { name: 'order.completed' }));
  const attempts = page.getByRole('list', { name: 'Attempts' });
  await attempts.getByText('database is down').waitFor();
  await hand.press(button('Send again'));
  await page.getByText('Sending again').waitFor();
  await at.test.app.worker.runOnce();
  await attempts.getByText('thanks').waitFor();
};
