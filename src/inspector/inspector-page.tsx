import { render } from 'preact-render-to-string';
import { toIso } from '../kit/time.ts';
import { renderPage } from '../start-page/plain-page.tsx';
import { MAX_KEPT, type ReceivedWebhook } from './received-webhooks.ts';

export const INSPECTOR_SCRIPT_PATH = '/assets/inspector.js';

/** The page that shows deliveries as they arrive, or after a reload without JavaScript. */
export function renderInspectorPage(webhooks: readonly ReceivedWebhook[]): string {
  return renderPage({
    title: 'Webhook inspector · Tillgate',
    scriptPath: INSPECTOR_SCRIPT_PATH,
    body: (
      <main>
        <p>
          <a href="/">Tillgate</a>
        </p>
        <h1>Webhook inspector</h1>
        <p class="quiet">
          The demo store sends its test webhooks here. Each is checked with the public key of{' '}
          <a href="/.well-known/webhook-keys.json">webhook-keys.json</a>, as your own receiver would
          do it. The latest {MAX_KEPT} are kept until the service stops.
        </p>
        <output id="connection" class="quiet">
          Reload to see new deliveries.
        </output>
        <p id="nothing" class="card" hidden={webhooks.length > 0}>
          Nothing has arrived yet. Pay the <a href="/demo/checkout">demo checkout</a> with card{' '}
          <code>4242 4242 4242 4242</code>, and <code>order.completed</code> appears here.
        </p>
        <ol id="entries" class="entries" aria-live="polite">
          {webhooks.map(Entry)}
        </ol>
      </main>
    ),
  });
}

/** Only the list items, for the page's script to add. */
export function renderEntries(webhooks: readonly ReceivedWebhook[]): string {
  return webhooks.map((webhook) => render(<Entry {...webhook} />)).join('');
}

function Entry(webhook: ReceivedWebhook) {
  const { id, number, verdict, receivedAt } = webhook;
  return (
    <li class="entry card" data-id={id} key={id}>
      <header>
        <h2>{webhook.eventType}</h2>
        <span class={verdict.valid ? 'verdict good' : 'verdict bad'}>
          {verdict.valid ? '✓ signature valid' : '✗ signature invalid'}
        </span>
        <time class="quiet" dateTime={toIso(receivedAt)}>
          #{number}, {toIso(receivedAt).replace('T', ' ').replace('Z', ' UTC')}
        </time>
      </header>
      {verdict.valid ? null : <p>Reason: {verdict.reason}.</p>}
      <details open>
        <summary>Body</summary>
        <pre>{webhook.body}</pre>
      </details>
      <details>
        <summary>Headers</summary>
        <dl class="fields">
          {webhook.headers.map(([name, value]) => (
            <>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </>
          ))}
        </dl>
      </details>
    </li>
  );
}
