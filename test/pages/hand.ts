import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Maximum presses of Tab to reach a control; more would be tedious. */
const MAX_TABS = 40;
/** Maximum rows of a list to walk with the arrow keys; in longer lists, users type instead. */
const MAX_ROWS = 20;

/** How a user operates a page: with mouse and keyboard, or with the keyboard only. */
export interface Hand {
  /** Presses a button, follows a link, checks a box. */
  press(control: Locator): Promise<void>;
  /** Types into a field, replacing its content. */
  write(field: Locator, text: string): Promise<void>;
  /** Enters a day, such as 2026-09-01. */
  enterDay(field: Locator, day: string): Promise<void>;
  /** Selects one of several radio buttons. */
  pick(radio: Locator): Promise<void>;
  /** Selects an option in a field that offers several. */
  choose(field: Locator, option: string): Promise<void>;
}

type MakeHand = (page: Page) => Hand;

/** Mouse for clicking, keyboard for typing. */
export const pointer: MakeHand = (page) => ({
  press: (control) => control.click(),
  write: async (field, text) => {
    await field.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  },
  // From the calendar that the browser opens.
  enterDay: (field, day) => field.fill(day),
  pick: (radio) => radio.click(),
  choose: async (field, option) => {
    await field.waitFor();
    if (await isNative(field)) {
      await field.selectOption({ label: option });
      return;
    }
    await field.click();
    await optionOf(page, option).click();
  },
});

/** Tab and similar keys only: a control is pressed only once it has the focus. */
export const keyboard: MakeHand = (page) => ({
  press: async (control) => {
    await reach(page, control);
    const isBox = await matches(control, '[type=checkbox]');
    await page.keyboard.press(isBox ? 'Space' : 'Enter');
  },
  write: async (field, text) => {
    await reach(page, field);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  },
  enterDay: async (field, day) => {
    await reach(page, field);
    const [year, month, date] = day.split('-');
    await page.keyboard.type(`${month}${date}${year}`);
  },
  pick: async (radio) => {
    const name = await radio.getAttribute('name');
    // A group of radio buttons is a single Tab stop: the selected one.
    await reach(page, page.locator(`[type=radio][name="${name}"]:checked`));
    for (let row = 0; row < MAX_ROWS && !(await radio.isChecked()); row += 1) {
      await page.keyboard.press('ArrowDown');
    }
  },
  choose: async (field, option) => {
    await reach(page, field);
    if (await isNative(field)) await stepNative(page, field, option);
    else await stepList(page, option);
  },
});

const optionOf = (page: Page, name: string) => page.getByRole('option', { name }).first();
/** Counts instead of evaluating a function in the element, which takes 0.1 s in Firefox. */
const matches = async (one: Locator, selector: string) =>
  (await one.and(one.page().locator(selector)).count()) > 0;
const isFocused = (one: Locator) => matches(one, ':focus');
const isNative = (field: Locator) => matches(field, 'select');

/** Where the control is relative to the focus, in document order. */
const PLACE = (one: Element) => {
  const focused = document.activeElement ?? document.body;
  const main = document.querySelector('main');
  return {
    isBefore: Boolean(focused.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING),
    isBehindMenu: Boolean(main?.contains(one) && !main.contains(focused)),
  };
};

/** Moves the focus to the control, using the skip link to get past the navigation. */
async function reach(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  const isInDialog = await matches(control, '[role=dialog] *');
  // A closing dialog returns the focus, wherever it has moved since.
  if (!isInDialog) await page.getByRole('dialog').waitFor({ state: 'detached' });
  if (await isFocused(control)) return;
  const { isBefore, isBehindMenu } = await control.evaluate(PLACE);
  const isNothing = await page.evaluate('document.activeElement === document.body');
  if (isBehindMenu && isNothing) {
    await page.keyboard.press('Tab');
    const skips = await page.evaluate(
      'document.activeElement.matches(".skip-link, [href^=\'#\']")',
    );
    if (skips) await page.keyboard.press('Enter');
    if (await isFocused(control)) return;
  }
  const key = isBefore && !isNothing ? 'Shift+Tab' : 'Tab';
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    await page.keyboard.press(key);
    if (await isFocused(control)) return;
  }
  const where = await page.evaluate('document.activeElement?.outerHTML.slice(0, 200)');
  throw new Error(`${control} isn't reached by ${MAX_TABS} × ${key}; the focus is on ${where}`);
}

/** A closed native select responds to the arrow keys and to typing. */
async function stepNative(page: Page, field: Locator, option: string): Promise<void> {
  const shown = () =>
    field.evaluate((one) => (one as HTMLSelectElement).selectedOptions[0]?.label.trim() ?? '');
  const rows = await field.locator('option').count();
  await page.keyboard.press('Home');
  if (rows > MAX_ROWS) await page.keyboard.type(option);
  for (let row = 0; row < MAX_ROWS && (await shown()) !== option; row += 1) {
    await page.keyboard.press('ArrowDown');
  }
  expect(await shown()).toBe(option);
}

async function stepList(page: Page, option: string): Promise<void> {
  await page.keyboard.press('ArrowDown');
  const wanted = optionOf(page, option);
  await wanted.waitFor();
  const isMarked = async () => (await wanted.getAttribute('data-combobox-selected')) !== null;
  for (let row = 0; row < MAX_ROWS && !(await isMarked()); row += 1) {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
}
