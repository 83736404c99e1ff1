import type { Locator, Page } from 'playwright-core';
import { fillStore } from '../../bench/support/fill-store.ts';
import { decodeId } from '../../src/kit/id.ts';
import { makeShop, type Shop } from '../support/selling.ts';
import type { TestApp } from '../support/test-app.ts';
import { openAs } from './dashboard-visit.ts';
import type { Hand } from './hand.ts';
import type { TestBrowser } from './test-browser.ts';

/** Number of orders of a shop that has been selling for a while. */
const ORDERS = 200;

/** The browser and input method for a task. */
export interface Doing {
  readonly test: TestApp;
  readonly browser: TestBrowser;
  readonly makeHand: (page: Page) => Hand;
}

/** Something merchants do every day, from the page where it starts to the result they see. */
export type DailyTask = (at: Doing) => Promise<void>;

/** A dashboard page of the shop, an input method, and locators by accessible name. */
export interface Work {
  readonly page: Page;
  readonly hand: Hand;
  button(name: string): Locator;
  field(name: string): Locator;
  table(name: string): Locator;
  dialog(name?: string): Locator;
}

/** Opens a page of the dashboard as the shop's owner. */
export async function openWork(
  { test, browser, makeHand }: Doing,
  shop: Shop,
  path = '',
): Promise<Work> {
  const page = await openAs(test, browser, shop.merchant, `test/${shop.store.id}/${path}`);
  return {
    page,
    hand: makeHand(page),
    button: (name) => page.getByRole('button', { name, exact: true }),
    field: (name) => page.getByRole('textbox', { name, exact: true }),
    table: (name) => page.getByRole('table', { name }),
    dialog: (name) => page.getByRole('dialog', name ? { name } : {}),
  };
}

/** A shop with months of orders, subscriptions, refunds and failed renewals. */
export async function filledShop(test: TestApp): Promise<Shop> {
  const shop = await makeShop(test);
  const storeId = decodeId('STO', shop.store.id) as string;
  const filling = { storeId, orders: ORDERS, customers: ORDERS / 5, subscriptions: ORDERS / 5 };
  await test.database.session((connection) => fillStore(connection, filling));
  return shop;
}
