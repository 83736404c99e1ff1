import type { BrowserContext, Route } from 'playwright-core';
import type { StripeMock } from './stripe-mock.ts';

/**
 * Stands in for Stripe.js, which is only served from Stripe's own address: the functions that the
 * hosted pages use, with the options they may pass, on top of the mock API. The card is typed into
 * a frame of another origin, as with Stripe's. It proves that our pages use these functions in the
 * right order and under their content security policy, not that Stripe's script behaves as modeled
 * here.
 */
export async function serveStripeJs(
  context: BrowserContext,
  mock: Pick<StripeMock, 'url'>,
): Promise<void> {
  await context.route('https://js.stripe.com/**', (route) =>
    route.request().url().endsWith('/endive/stripe.js')
      ? route.fulfill({ contentType: 'text/javascript', body: SCRIPT })
      : route.fulfill({ contentType: 'text/html', body: FRAME }),
  );
  await context.route('https://api.stripe.com/**', (route) => toMock(route, mock.url));
}

const CORS = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

async function toMock(route: Route, base: string): Promise<void> {
  const request = route.request();
  if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: CORS });
  const { pathname } = new URL(request.url());
  const answer = await fetch(base + pathname, {
    method: request.method(),
    headers: { authorization: request.headers().authorization ?? '' },
    body: request.postData(),
  });
  const contentType = 'application/json';
  return route.fulfill({
    ...{ status: answer.status, headers: CORS, contentType },
    body: await answer.text(),
  });
}

const FRAME = `<!doctype html><html lang="en"><title>Card form</title>
<label>Card number <input name="number"></label>
<label hidden><input type="checkbox" name="apple_pay"> Apple Pay</label>
<label hidden><input type="checkbox" name="google_pay"> Google Pay</label>
<script>
  for (const wallet of location.hash.slice(1).split(',').filter(Boolean)) {
    document.querySelector('[name=' + wallet + ']').parentElement.hidden = false;
  }
  addEventListener('message', () => {
    const chosen = [...document.querySelectorAll(':checked')].map(({ name }) => name);
    const number = document.querySelector('[name=number]').value.replace(/ /g, '');
    parent.postMessage({ number, wallet: chosen[0] ?? null }, '*');
  });
</script></html>`;

const SCRIPT = `
globalThis.Stripe = (key) => {
  const ask = async (path, form) => {
    const response = await fetch('https://api.stripe.com' + path, {
      method: 'POST',
      headers: { authorization: 'Bearer ' + key },
      body: new URLSearchParams(form),
    });
    const answer = await response.json();
    if (answer.error) throw answer.error;
    return answer;
  };
  const only = (given, known) => {
    const odd = Object.keys(given).filter((name) => !known.includes(name));
    if (odd.length > 0) throw new Error('IntegrationError: ' + odd);
  };
  const knownOptions = ['mode', 'amount', 'currency', 'locale', 'setupFutureUsage',
    'allowedPaymentMethodTypes', 'appearance'];
  return {
    elements: (options) => {
      only(options, knownOptions);
      const state = { options };
      return {
        state,
        create: (type, given) => {
          if (type !== 'payment') throw new Error('IntegrationError: ' + type);
          only(given, ['wallets', 'layout', 'fields', 'defaultValues']);
          const { applePay, googlePay } = given.wallets;
          const wallets = [applePay === 'auto' && 'apple_pay', googlePay === 'auto' && 'google_pay'];
          return {
            mount: (place) => {
              const frame = document.createElement('iframe');
              frame.title = 'Card form of Stripe';
              frame.src = 'https://js.stripe.com/frame#' + wallets.filter(Boolean);
              const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
              state.read = async () => {
                await loaded;
                const answer = new Promise((resolve) => {
                  addEventListener('message', ({ data, source }) => {
                    if (source === frame.contentWindow) resolve(data);
                  });
                });
                frame.contentWindow.postMessage('read', '*');
                return answer;
              };
              place.append(frame);
            },
          };
        },
        update: (changed) => {
          only(changed, knownOptions);
          Object.assign(state.options, changed);
        },
        submit: async () => {
          // Asks the frame: its messages may arrive after later keys that are pressed in the page.
          state.card = await state.read();
          const isDone = state.card.number || state.card.wallet;
          state.isSubmitted = true;
          return isDone ? {} : { error: { message: 'Your card number is incomplete.' } };
        },
      };
    },
    createConfirmationToken: async ({ elements, params }) => {
      if (!elements.state.isSubmitted) throw new Error('IntegrationError: submit first');
      only(params, ['payment_method_data', 'return_url', 'shipping']);
      const { number, wallet } = elements.state.card;
      const form = { number: number || '4242424242424242', ...(wallet ? { wallet } : {}) };
      try {
        return { confirmationToken: await ask('/v1/confirmation_tokens', form) };
      } catch (error) {
        return { error };
      }
    },
    handleNextAction: async ({ clientSecret }) => {
      const dialog = document.createElement('dialog');
      dialog.setAttribute('aria-label', 'Your bank');
      for (const [word, succeeds] of [['Complete', true], ['Fail', false]]) {
        const button = document.createElement('button');
        Object.assign(button, { textContent: word, value: succeeds });
        button.addEventListener('click', () => dialog.close(button.value));
        dialog.append(button);
      }
      document.body.append(dialog);
      dialog.showModal();
      await new Promise((resolve) => dialog.addEventListener('close', resolve));
      const succeeds = dialog.returnValue;
      dialog.remove();
      const intent = await ask('/v1/authentications', { client_secret: clientSecret, succeeds });
      if (succeeds === 'false') return { error: { message: 'We are unable to authenticate you.' } };
      return { [intent.object === 'setup_intent' ? 'setupIntent' : 'paymentIntent']: intent };
    },
  };
};`;
