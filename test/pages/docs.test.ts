import { createPrivateKey, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it, vi } from 'vitest';
import { useTestApp } from '../support/test-app.ts';
import { describeInChromium, useChromium } from './chromium.ts';
import { expectUsable } from './dashboard-visit.ts';

const test = useTestApp();
const browser = useChromium();
vi.setConfig({ testTimeout: 120_000 });

beforeAll(async () => {
  const { buildDocsPages } = await import('../../scripts/build.mjs' as string);
  await buildDocsPages();
}, 120_000);

async function open(path: string, options = {}): Promise<Page> {
  const page = await browser.open(options);
  await page.goto(`${test.baseUrl}${path}`);
  return page;
}

const NARROW = { width: 360, height: 740 };

/** Replaces the body of the shown page; returns the width including any horizontal overflow. */
const WIDTH_OF = `(html) => {
  document.body.replaceWith(new DOMParser().parseFromString(html, 'text/html').body);
  return document.documentElement.scrollWidth;
}`;

/** One page of each kind. */
const KINDS = [
  '/docs',
  '/docs/quick-start',
  '/docs/guides/webhooks',
  '/docs/actions/checkout/create-session',
  '/docs/events/subscription.renewed',
  '/docs/graphql',
  '/docs/errors/messages',
  '/docs/signing',
  '/docs/contract/delivery',
  '/docs/settings',
  '/docs/none',
];

describeInChromium('the documentation', () => {
  it.each(KINDS)('is usable in light and dark, wide and narrow: %s', async (path) => {
    const page = await browser.open();
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (line) => {
      if (/Content Security Policy/.test(line.text())) problems.push(line.text());
    });
    await page.goto(`${test.baseUrl}${path}`);
    await expectUsable(page);
    expect(problems).toEqual([]);
  });

  it('has no page wider than a phone', async () => {
    const list = await (await fetch(`${test.baseUrl}/llms.txt`)).text();
    const paths = [...list.matchAll(/\]\((\/docs\/[^)]+)\.md\)/g)].map(
      ([, path]) => path as string,
    );
    expect(paths.length).toBeGreaterThan(150);
    const page = await browser.open({ viewport: NARROW });
    await page.goto(`${test.baseUrl}/docs`);
    const wide: string[] = [];
    // All pages share one style sheet, so each body is laid out in turn without a new visit.
    for (const path of paths.filter((one) => !['/docs/index', '/docs/SKILL'].includes(one))) {
      const html = await (await fetch(`${test.baseUrl}${path}`)).text();
      const width = Number(await page.evaluate(`(${WIDTH_OF})(${JSON.stringify(html)})`));
      if (width > NARROW.width) wide.push(`${path}: ${width}`);
    }
    expect(wide).toEqual([]);
  });

  it('can be searched using only the keyboard', async () => {
    const page = await open('/docs/limits');
    await page.keyboard.press('/');
    const results = page.getByRole('option');
    await page.getByRole('combobox').fill('name cannot exceed 48');
    await results.first().waitFor();
    await expectUsable(page);
    await page.getByRole('combobox').fill('create-session');
    await expect.poll(() => results.first().textContent()).toContain('checkout/create-session');
    await page.keyboard.press('ArrowDown');
    expect(await results.nth(1).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/actions/checkout/create-session');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
      'checkout/create-session',
    );
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('zzzzqqqq');
    await page.getByText('No results.').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('remembers the example language and the theme', async () => {
    const page = await open('/docs/actions/store/create-store');
    await page.getByRole('tab', { name: 'curl' }).press('ArrowRight');
    await page.getByRole('tab', { name: 'Node.js' }).press('ArrowRight');
    await page.getByText('from tillgate import call').waitFor();
    await page.getByRole('button', { name: 'Theme: system' }).click();
    await page.getByRole('button', { name: 'Theme: light' }).click();
    await page.goto(`${test.baseUrl}/docs/actions/store/update-store`);
    await page.getByText('from tillgate import call').waitFor();
    expect(await page.getByText('. ./tillgate.sh').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Theme: dark' }).waitFor();
    const scheme = await page.evaluate('getComputedStyle(document.documentElement).colorScheme');
    expect(scheme).toBe('dark');
  });

  it('redirects from an anchor of the former single page to the action', async () => {
    const page = await open('/docs#store/create-store');
    await page.waitForURL('**/docs/actions/store/create-store');
  });

  it('has a menu on a phone, which Escape closes', async () => {
    const page = await open('/docs/signing', { viewport: { width: 390, height: 800 } });
    const menu = page.getByRole('navigation', { name: 'Documentation' });
    expect(await menu.isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Menu' }).click();
    await menu.getByRole('link', { name: 'Signing' }).waitFor();
    await expectUsable(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => menu.isVisible()).toBe(false);
  });

  it('is readable without JavaScript, including every example', async () => {
    const page = await open('/docs/actions/store/create-store', { javaScriptEnabled: false });
    for (const text of ['. ./tillgate.sh', 'from tillgate import call', "require 'tillgate.php'"]) {
      expect(await page.getByText(text).first().isVisible()).toBe(true);
    }
    expect(await page.getByRole('button', { name: /Search|Theme/ }).count()).toBe(0);
  });

  it('prints the page without navigation', async () => {
    const page = await open('/docs/guides/refunds');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  });
});

describeInChromium('the signing calculator', () => {
  it('signs in the browser without sending anything', async () => {
    const page = await open('/docs/signing');
    await page.waitForLoadState('networkidle');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await page.getByLabel('Path').fill('/v1/actions/store/update-store');
    await page.getByLabel('X-Timestamp').fill('1767225601');
    await page.getByLabel('Body', { exact: true }).fill('{\n "name": "Café"\n}');
    await page.getByLabel('Private key').fill(pem);
    const shown = (name: string) => page.locator(`#calculator-${name}`).textContent();
    const isSigned = async () =>
      verify(
        'sha256',
        Buffer.from((await shown('canonical')) ?? ''),
        publicKey,
        Buffer.from((await shown('signature')) ?? '', 'base64'),
      );
    await expect.poll(isSigned).toBe(true);
    expect(await shown('canonical')).toBe(
      `POST\n/v1/actions/store/update-store\n1767225601\n${await shown('hash')}`,
    );
    expect(sent).toEqual([]);
    const refused = page.evaluate(`fetch('/openapi.json').then(() => 'sent', () => 'refused')`);
    expect(await refused).toBe('refused');
  });

  it('starts with the first published test vector, and computes the same signature', async () => {
    const page = await open('/docs/signing');
    await page.waitForLoadState('networkidle');
    const { privateKey, vectors } = await (
      await fetch(`${test.baseUrl}/docs/signing-vectors.json`)
    ).json();
    const [vector] = vectors;
    const signature = page.locator('#calculator-signature');
    expect(await signature.textContent()).toBe(vector.signature);
    await page.getByLabel('X-Timestamp').fill('1');
    await expect.poll(() => signature.textContent()).not.toBe(vector.signature);
    await page.getByLabel('X-Timestamp').fill(vector.timestamp);
    await expect.poll(() => signature.textContent()).toBe(vector.signature);
    const typed = await page.getByLabel('Private key').inputValue();
    expect(createPublicKey(createPrivateKey(typed)).equals(createPublicKey(privateKey))).toBe(true);
  });

  it('explains what is wrong with a key or a line', async () => {
    const page = await open('/docs/signing');
    await page.waitForLoadState('networkidle');
    await page.getByLabel('X-Timestamp').fill('1767225600000');
    await page.getByText('The timestamp is Unix time in whole seconds.').waitFor();
    await page.getByLabel('Private key').fill('nonsense');
    await page.getByText('This isn’t an RSA private key in PKCS #8').waitFor();
    await expectUsable(page);
  });
});
