import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { ComponentChildren } from 'preact';
import { readAsset } from '../checkout-pages/assets.ts';
import type { PageProvider } from '../checkout-pages/payment-methods.ts';
import { newNonce, securityHeaders } from '../checkout-pages/security-headers.ts';
import { sendHtml } from '../checkout-pages/show-page.ts';
import { type Texts, textsFor } from '../checkout-pages/texts/texts.ts';
import { chooseScheme, themeStyle } from '../checkout-pages/theme.ts';
import { Frame } from '../checkout-pages/view/frame.tsx';
import { renderPage } from '../checkout-pages/view/layout.tsx';
import { viewCheckout } from '../domain/store/settings.ts';
import type { Gateway } from '../gateway/run-action.ts';
import { portalPath, type Visitor } from './portal-visit.ts';
import { type PortalTexts, portalTextsFor } from './texts/portal-texts.ts';
import { Account } from './view/account.tsx';

const FOLDER = join(import.meta.dirname, 'assets');
const styleSheet = readAsset(FOLDER, 'portal.css');
const script = readAsset(FOLDER, 'portal.mjs');
/** So that a browser names the origin of our forms: without a referrer it says `null`. */
const OWN_REFERRER = { 'referrer-policy': 'same-origin' };
export const portalAssets = [styleSheet, script];

/** What every view of the portal works with. */
export interface PortalView {
  readonly visitor: Visitor;
  /** The checkout's texts, and the portal's own. */
  readonly texts: Texts;
  readonly words: PortalTexts;
  /** Path of the store's portal. */
  readonly path: string;
}

export interface PortalPage {
  readonly status?: number;
  /** Names the kind of page, for the script and the tests. */
  readonly state: string;
  readonly title: (view: PortalView) => string;
  readonly isNarrow?: boolean;
  /** Whose card form the page shows. */
  readonly provider?: PageProvider;
  readonly body: (view: PortalView) => ComponentChildren;
}

/** Answers with a page of the visitor's portal, in the store's themes and the visitor's language. */
export function sendPortal(
  gateway: Pick<Gateway, 'ports'>,
  reply: FastifyReply,
  visitor: Visitor,
  page: PortalPage,
): FastifyReply {
  const { store, language, environment } = visitor;
  const { publicUrl } = gateway.ports;
  const texts = textsFor(language);
  const path = portalPath(publicUrl, store.slug);
  const view = { visitor, texts, words: portalTextsFor(language), path };
  const scheme = chooseScheme(null, store.checkoutSettings.defaultDarkMode ?? null);
  const nonce = newNonce();
  const sandbox = environment === 'test';
  const html = renderPage({
    texts,
    title: texts.pageTitle({ what: page.title(view), store: store.name }),
    basePath: new URL(publicUrl).pathname.replace(/\/+$/, ''),
    nonce,
    style: themeStyle(viewCheckout(store.checkoutSettings), scheme),
    state: page.state,
    moreStyle: styleSheet,
    script,
    children: (
      <Frame store={store} texts={texts} scheme={scheme} sandbox={sandbox} open={false}>
        <main class={`portal ${page.isNarrow ? 'narrow' : ''}`} id="content">
          {visitor.buyer && <Account view={view} />}
          {page.body(view)}
        </main>
      </Frame>
    ),
  });
  const headers = { ...securityHeaders(nonce, page.provider ?? null), ...OWN_REFERRER };
  return sendHtml(reply, page.status ?? 200, html, headers);
}
