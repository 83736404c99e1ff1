// Stripe's form for cards, Apple Pay and Google Pay in the hosted pages. What is typed into it goes
// from Stripe's frame to Stripe; the page gets a token for it.

/** Of the same release as the API version of the service. */
const SCRIPT = 'https://js.stripe.com/endive/stripe.js';
/** Languages that Stripe knows under another name. */
const LOCALES = { 'zh-Hans': 'zh', 'zh-Hant': 'zh-TW', 'pt-BR': 'pt-BR' };
const WALLETS = { apple_pay: 'applepay', google_pay: 'googlepay' };

/** Why there is no token, in Stripe's words, which are in the page's language. */
export class CardProblem extends Error {
  name = 'CardProblem';
}

/** Mounts the form; returns the functions that the page uses. */
export async function mountCards(place) {
  const { key, methods, saves, currency, locale, amount, fullAmount } = place.dataset;
  await load(SCRIPT);
  const stripe = globalThis.Stripe(key);
  const elements = stripe.elements({
    ...purpose(Number(amount)),
    currency,
    locale: localeOf(locale),
    allowedPaymentMethodTypes: ['card'],
    ...(saves ? { setupFutureUsage: 'off_session' } : {}),
  });
  const offers = (method) => (methods.split(' ').includes(method) ? 'auto' : 'never');
  const wallets = { applePay: offers('applepay'), googlePay: offers('googlepay'), link: 'never' };
  elements.create('payment', { wallets }).mount(place);
  return {
    /** A token for what was typed; throws `CardProblem`. */
    takeCard: async (email) => {
      const { error: unfinished } = await elements.submit();
      if (unfinished) throw new CardProblem(unfinished.message);
      const details = email ? { payment_method_data: { billing_details: { email } } } : {};
      const { error, confirmationToken } = await stripe.createConfirmationToken({
        elements,
        params: { ...details, return_url: location.href },
      });
      if (error) throw new CardProblem(error.message);
      const wallet = confirmationToken.payment_method_preview?.card?.wallet?.type;
      return { paymentToken: confirmationToken.id, paymentMethod: WALLETS[wallet] ?? 'card' };
    },
    /** The step that the bank asks for. Gives the token of a card that was only to be kept. */
    takeStep: async (clientSecret) => {
      const { error, setupIntent } = await stripe.handleNextAction({ clientSecret });
      if (setupIntent?.status === 'succeeded') return setupIntent.id;
      // Of a charge the service hears from Stripe.
      if (clientSecret.startsWith('seti_')) throw new CardProblem(error?.message ?? '');
      return null;
    },
    /** The full price is due: the trial was used up. */
    demandFull: () => elements.update(purpose(Number(fullAmount))),
    /** Another amount is due, in Stripe's units. */
    demand: (due) => elements.update(purpose(Number(due))),
  };
}

/** What the card is for: a charge, or to be kept. */
function purpose(amount) {
  return amount > 0 ? { mode: 'payment', amount } : { mode: 'setup' };
}

function localeOf(tag) {
  const known = Object.keys(LOCALES).find((name) => tag.startsWith(name));
  return known ? LOCALES[known] : tag.split('-')[0];
}

function load(src) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.addEventListener('load', resolve);
    script.addEventListener('error', () => reject(new Error(`${src} did not load`)));
    script.src = src;
    document.head.append(script);
  });
}
