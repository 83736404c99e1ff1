import { join } from 'node:path';
import { viewCheckout } from '../../domain/store/settings.ts';
import { type Texts, textsFor } from '../../texts/texts.ts';
import { readAsset } from '../shared/assets.ts';
import { basePath } from '../shared/base-path.ts';
import { imageUrl } from '../shared/image-url.ts';
import { withLanguage } from '../shared/page-language.ts';
import type { PageVisit } from '../shared/page-visit.ts';
import type { FieldErrors } from '../shared/pay-fields.ts';
import { cardFormOf, isSandbox } from '../shared/payment-methods.ts';
import type { Problem } from '../shared/problem.ts';
import { chooseScheme, themeStyle } from '../shared/theme.ts';
import { Frame } from '../shared/view/frame.tsx';
import { renderPage } from '../shared/view/layout.tsx';
import { type ChangePage, type ChangeState, changeState } from './change-page.ts';
import { ChangeClosed, changeNotice } from './view/change-closed.tsx';
import { ChangeForm } from './view/change-form.tsx';
import { ChangeSummary } from './view/change-summary.tsx';

export const changeStyle = readAsset(join(import.meta.dirname, 'assets'), 'change.css');

/** The context a plan change's page is rendered in: the time, the visitor, what they did before. */
export interface ChangeVisit extends PageVisit {
  /** The ID of the order that the visitor got when confirming, if any. */
  readonly orderId?: string | null;
  readonly otherCard?: boolean;
  readonly errors?: FieldErrors;
  readonly problem?: Problem;
}

/** The page of a plan change in its current state. */
export function renderChange(page: ChangePage, visit: ChangeVisit): string {
  const texts = textsFor(visit.language);
  const { store } = page;
  const state = changeState(page, visit.now);
  const scheme = chooseScheme(page.darkMode, store.checkoutSettings.defaultDarkMode ?? null);
  const sandbox = isSandbox(visit.provider);
  const path = changePath(visit.publicUrl, store.slug, page.sessionId);
  return renderPage({
    texts,
    title: texts.pageTitle({ what: titleOf(state, page, texts), store: store.name }),
    basePath: basePath(visit.publicUrl),
    nonce: visit.nonce,
    icon: imageUrl(store.logo),
    style: themeStyle(viewCheckout(store.checkoutSettings), scheme),
    state,
    moreStyle: changeStyle,
    children: (
      <Frame
        store={store}
        texts={texts}
        scheme={scheme}
        sandbox={sandbox}
        open={false}
        languageLinks={(language) => withLanguage(path, language)}
      >
        {state === 'open' && page.quote ? (
          <main class="columns">
            <ChangeSummary page={page} quote={page.quote} texts={texts} />
            <section class="panel" aria-label={texts.paymentForm}>
              <ChangeForm
                {...{ page, texts, quote: page.quote }}
                action={withLanguage(`${path}/confirm`, visit.pickedLanguage)}
                path={withLanguage(path, visit.pickedLanguage)}
                basePath={basePath(visit.publicUrl)}
                cardForm={cardFormOf(visit.provider, {
                  ...{ savesCard: true, methods: page.paymentMethods },
                  due: { amountMinor: page.quote.dueMinor, currency: page.currency },
                })}
                takesSaved={page.saved !== null && page.provider === visit.provider?.name}
                otherCard={visit.otherCard ?? false}
                errors={visit.errors ?? {}}
                problem={visit.problem ?? null}
              />
            </section>
          </main>
        ) : (
          <ChangeClosed
            state={state === 'open' ? 'impossible' : state}
            page={page}
            texts={texts}
            isBuyer={page.order !== null && page.order.id === visit.orderId}
          />
        )}
      </Frame>
    ),
  });
}

function titleOf(state: ChangeState, page: ChangePage, texts: Texts): string {
  return state === 'open' ? texts.changeTitle : changeNotice(state, page, texts).title;
}

/** Path of a plan change's page, below the path of `PUBLIC_URL`. */
export function changePath(publicUrl: string, slug: string, sessionId: string): string {
  return `${basePath(publicUrl)}/store/${encodeURIComponent(slug)}/change/${sessionId}`;
}
