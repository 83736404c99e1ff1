import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveInspector } from '../../src/inspector/serve-inspector.ts';
import { systemClock } from '../../src/kit/time.ts';
import { servePageStyle } from '../../src/start-page/plain-page.tsx';
import { describeInChromium, useChromium } from '../pages/chromium.ts';

const ID = '0b6a3a5e-6f0e-4a53-9d4f-0c9a5f0f7a11';
const parts = {} as { http: FastifyInstance; url: string };

describeInChromium('the inspector in a browser', () => {
  const browser = useChromium();
  beforeAll(async () => {
    parts.http = Fastify();
    parts.http.removeAllContentTypeParsers();
    parts.http.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => {
      done(null, body);
    });
    servePageStyle(parts.http);
    serveInspector(parts.http, { id: ID, clock: systemClock, publicKeys: async () => ({}) });
    const origin = await parts.http.listen({ host: '127.0.0.1', port: 0 });
    parts.url = `${origin}/inspector/${ID}`;
  });
  afterAll(() => parts.http.close());

  for (const width of [360, 1280]) {
    it(`shows what arrives without a reload, ${width} px wide, and loads nothing from other origins`, async () => {
      const page = await browser.open({ viewport: { width, height: 800 } });
      const problems: string[] = [];
      page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
      page.on('pageerror', (error) => problems.push(error.message));
      await page.goto(parts.url);
      const eventType = `<img src=x onerror=alert(1)> ${width}`;
      const long = 'x'.repeat(500);
      await fetch(parts.url, { method: 'POST', body: JSON.stringify({ eventType, long }) });
      const entry = page.locator('.entry', { hasText: String(width) }).first();
      await entry.waitFor();
      expect(await entry.locator('h2').textContent()).toBe(eventType);
      expect(await entry.locator('.verdict').textContent()).toContain('signature invalid');
      expect(await page.locator('#nothing').isVisible()).toBe(false);
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(widest).toBeLessThanOrEqual(width);
      expect(problems).toEqual([]);
      await page.context().close();
    });
  }
});
