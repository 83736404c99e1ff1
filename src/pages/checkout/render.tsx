import { viewCheckout } from '../../domain/store/settings.ts';
import { formatAmount } from '../../kit/money.ts';
import { type Texts, textsFor } from '../../texts/texts.ts';
import { basePath } from '../shared/base-path.ts';
import { formatPrice } from '../shared/format.ts';
import { imageUrl } from '../shared/image-url.ts';
import { withLanguage } from '../shared/page-language.ts';
import type { PageVisit } from '../shared/page-visit.ts';
import { type FieldErrors, knownFields, type TypedFields } from '../shared/pay-fields.ts';
import { type CardForm, cardFormOf, isSandbox, offeredMethods } from '../shared/payment-methods.ts';
import type { Problem } from '../shared/problem.ts';
import { chooseScheme, themeStyle } from '../shared/theme.ts';
import { Frame } from '../shared/view/frame.tsx';
import { renderPage } from '../shared/view/layout.tsx';
import { type CheckoutPage, dueNow, type PageState, pageState } from './checkout-page.ts';
import { Closed } from './view/closed.tsx';
import { PayForm } from './view/pay-form.tsx';
import { Summary } from './view/summary.tsx';

/** The context a page is rendered in: the time, the visitor, and what they did before. */
export interface Visit extends PageVisit {
  /** The ID of the order that the visitor got when paying, if any. */
  readonly orderId?: string | null;
  /** The visitor's input before a problem. */
  readonly typed?: TypedFields;
  readonly errors?: FieldErrors;
  readonly problem?: Problem;
  /** Whether the buyer turned out to have used the trial. */
  readonly isTrialUsed?: boolean;
}

/** The page of a session in its current state. */
export function renderCheckout(given: CheckoutPage, visit: Visit): string {
  const page = visit.isTrialUsed ? { ...given, trial: null } : given;
  const texts = textsFor(visit.language);
  const { store } = page;
  const methods = offeredMethods(visit.provider, page.paymentMethods);
  const state = pageState(page, { now: visit.now, methods, orderId: visit.orderId ?? null });
  const scheme = chooseScheme(page.darkMode, store.checkoutSettings.defaultDarkMode ?? null);
  const sandbox = isSandbox(visit.provider);
  const here = pathOf(page, visit);
  return renderPage({
    texts,
    title: texts.pageTitle({ what: titleOf(state, page, texts), store: store.name }),
    basePath: basePath(visit.publicUrl),
    nonce: visit.nonce,
    icon: imageUrl(store.logo),
    style: themeStyle(viewCheckout(store.checkoutSettings), scheme),
    state,
    children: (
      <Frame
        store={store}
        texts={texts}
        scheme={scheme}
        sandbox={sandbox}
        open={state === 'open'}
        languageLinks={(language) => withLanguage(here, language)}
      >
        {state === 'open' ? (
          <main class="columns">
            <Summary page={page} texts={texts} />
            <section class="panel" aria-label={texts.paymentForm}>
              <OpenForm page={page} texts={texts} visit={visit} />
            </section>
          </main>
        ) : (
          <Closed state={state} page={page} texts={texts} sandbox={sandbox} />
        )}
      </Frame>
    ),
  });
}

/** What a screen reader announces first: the product, or the outcome of the payment. */
function titleOf(state: PageState, page: CheckoutPage, texts: Texts): string {
  const titles: Readonly<Record<PageState, string>> = {
    open: page.product.name,
    'no-method': texts.noMethodTitle,
    paid: page.payment?.amount.amountMinor === 0n ? texts.trialBegunTitle : texts.paidTitle,
    'already-paid': texts.alreadyPaidTitle,
    pending: texts.changePendingTitle,
    closed: texts.closedTitle,
    expired: texts.expiredTitle,
    inactive: texts.inactiveTitle,
    'not-for-sale': texts.notForSaleTitle,
  };
  return titles[state];
}

interface OpenFormProps {
  readonly page: CheckoutPage;
  readonly texts: Texts;
  readonly visit: Visit;
}

function OpenForm({ page, texts, visit }: OpenFormProps) {
  const pagePath = checkoutPath(visit.publicUrl, page.store.slug, page.sessionId);
  return (
    <PayForm
      texts={texts}
      due={dueOf(page)}
      button={buttonOf(page, texts)}
      fullDue={dueOf({ ...page, trial: null })}
      fullButton={buttonOf({ ...page, trial: null }, texts)}
      renewal={renewalOf(page, texts)}
      storeName={page.store.name}
      environment={page.environment}
      cardForm={cardFormFor(page, visit)}
      basePath={basePath(visit.publicUrl)}
      action={withLanguage(`${pagePath}/pay`, visit.pickedLanguage)}
      pagePath={withLanguage(pagePath, visit.pickedLanguage)}
      tokensPath={`${basePath(visit.publicUrl)}/sandbox/tokens`}
      typed={visit.typed ?? knownFields(page.buyerEmail, page.billingDetail)}
      errors={visit.errors ?? {}}
      problem={visit.problem ?? null}
    />
  );
}

/** An open page has a way to pay: see `pageState`. */
function cardFormFor(page: CheckoutPage, { provider }: Visit): CardForm | null {
  return cardFormOf(provider, {
    ...{ due: dueNow(page), full: page.price, methods: page.paymentMethods },
    savesCard: page.product.billingPeriod !== null,
  });
}

/** The amount due now as a decimal string, so that only the displayed amount is charged. */
function dueOf(page: CheckoutPage): string {
  const { amountMinor, currency } = dueNow(page);
  return formatAmount(amountMinor, currency);
}

function buttonOf(page: CheckoutPage, texts: Texts): string {
  const isFree = page.trial !== null && page.trial.amountMinor === null;
  return isFree ? texts.startTrial : texts.pay({ amount: formatPrice(dueNow(page), texts) });
}

/** What else the buyer agrees to: renewals, described next to the button. */
function renewalOf({ product, price }: CheckoutPage, texts: Texts): string | null {
  const { billingPeriod } = product;
  return billingPeriod && texts.renewals[billingPeriod]({ amount: formatPrice(price, texts) });
}

/** The visitor's current page, so that a receipt stays a receipt in another language. */
function pathOf({ store, sessionId }: CheckoutPage, { publicUrl, orderId }: Visit): string {
  const path = checkoutPath(publicUrl, store.slug, sessionId);
  return orderId ? `${path}?order=${encodeURIComponent(orderId)}` : path;
}

/** Path of a session's page, below the path of `PUBLIC_URL`. */
export function checkoutPath(publicUrl: string, slug: string, sessionId: string): string {
  return `${basePath(publicUrl)}/store/${encodeURIComponent(slug)}/checkout/${sessionId}`;
}
