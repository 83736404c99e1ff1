import type { FastifyInstance } from 'fastify';
import { at } from '../gateway/route-list.ts';
import { renderPage, sendHtml, servePageStyle } from './plain-page.tsx';

/** Paths of the demo's pages. */
export interface DemoLinks {
  readonly checkoutPath: string;
  readonly inspectorPath: string;
}

/** The page at `/`: what runs here and where to go. Shows only what exists already. */
export function serveStartPage(http: FastifyInstance, demo: DemoLinks | null): void {
  servePageStyle(http);
  const html = renderPage({ title: 'Tillgate', body: <StartPage demo={demo} /> });
  http.get('/', at('start-page/serve-start-page.tsx', 'none'), (_request, reply) =>
    sendHtml(reply, html),
  );
}

function StartPage({ demo }: { readonly demo: DemoLinks | null }) {
  return (
    <main>
      <h1>Tillgate is running</h1>
      <p class="quiet">
        A self-hosted commerce platform: stores, products, checkout, orders and signed webhooks
        behind one API.
      </p>
      <section class="card">
        <h2>Run your store</h2>
        <p>Products, orders, subscriptions, refunds, webhooks and settings, in test and live.</p>
        <p>
          <a class="button" href="/dashboard/">
            Open the dashboard
          </a>
        </p>
      </section>
      {demo === null ? null : <Demo links={demo} />}
      <section class="card">
        <h2>Build with it</h2>
        <p>
          <a href="/docs">Documentation</a>: quick start, guides, every call with examples in five
          languages. Machines read <a href="/openapi.json">openapi.json</a>, coding agents{' '}
          <a href="/llms.txt">llms.txt</a>.
        </p>
        <p>
          <a href="/.well-known/webhook-keys.json">Public keys</a> that verify webhooks, one for the
          test and one for the production environment.
        </p>
        <p>
          From the project's folder, <code>npx tillgate init --dotenv shop.env</code> makes an
          account and an API key of your own.
        </p>
      </section>
      <section class="card">
        <h2>Operate it</h2>
        <p>
          <a href="/healthz">healthz</a> says whether the process lives,{' '}
          <a href="/readyz">readyz</a> whether it can serve.
        </p>
      </section>
    </main>
  );
}

function Demo({ links }: { readonly links: DemoLinks }) {
  return (
    <section class="card">
      <h2>Try the demo store</h2>
      <p>
        Everything here is in the test environment. No money moves. Pay with card{' '}
        <code>4242 4242 4242 4242</code>, or be declined with <code>4000 0000 0000 0002</code>: any
        future date, any three digits.
      </p>
      <p>
        <a class="button" href={links.checkoutPath}>
          Open a demo checkout
        </a>
      </p>
      <p>
        Then watch <code>order.completed</code> arrive in the{' '}
        <a href={links.inspectorPath}>webhook inspector</a>.
      </p>
    </section>
  );
}
