import { it } from 'vitest';
import { closeReceivers } from '../support/receiver.ts';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium } from './chromium.ts';
import type { DailyTask } from './daily-task.ts';
import { inviteColleague, publishPrice, resendFailed } from './daily-tasks-running.ts';
import {
  decideRequest,
  endAndRefund,
  exportMonth,
  netRevenueByProduct,
  refundHalf,
  sellByLink,
  writeToFailed,
} from './daily-tasks-selling.ts';
import { useDashboardBrowser } from './dashboard-visit.ts';
import { describeInFirefox, useFirefox } from './firefox.ts';
import { keyboard, pointer } from './hand.ts';
import type { TestBrowser } from './test-browser.ts';

const test = useTestApp();
closeReceivers();

const TASKS: Readonly<Record<string, DailyTask>> = {
  'finds a buyer by part of the address and refunds half': refundHalf,
  'reads last month’s net revenue by product': netRevenueByProduct,
  'exports September for the accountant': exportMonth,
  'invites a colleague, who joins': inviteColleague,
  'publishes a changed price': publishPrice,
  'finds out why a webhook failed, and resends it': resendFailed,
  'finds the week’s failed renewals and emails those buyers': writeToFailed,
  'cancels a subscription right away and refunds the rest': endAndRefund,
  'decides a refund request': decideRequest,
  'creates a product in two currencies and sells it by link': sellByLink,
};

function does(browser: TestBrowser, makeHand: typeof keyboard): void {
  it.each(Object.entries(TASKS))('%s', (_name, task) => task({ test, browser, makeHand }));
}

const chromium = useDashboardBrowser();
describeInChromium('a merchant with mouse and keyboard', () => does(chromium, pointer));
describeInChromium('a merchant with keyboard only', () => does(chromium, keyboard));

describeInFirefox('a merchant in Firefox with keyboard only', () => does(useFirefox(), keyboard));
