import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { ComponentChildren } from 'preact';
import { viewCheckout } from '../../domain/store/settings.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { portalTextsFor, textsFor } from '../../texts/texts.ts';
import { readAsset } from '../shared/assets.ts';
import { basePath } from '../shared/base-path.ts';
import { imageUrl } from '../shared/image-url.ts';
import { withLanguage } from '../shared/page-language.ts';
import type { PageProvider } from '../shared/payment-methods.ts';
import { newNonce, securityHeaders } from '../shared/security-headers.ts';
import { sendHtml } from '../shared/show-page.ts';
import { chooseScheme, themeStyle } from '../shared/theme.ts';
import { Frame } from '../shared/view/frame.tsx';
import { renderPage } from '../shared/view/layout.tsx';
import type { PortalView } from './portal-view.ts';
import { portalPath, type Visitor } from './portal-visit.ts';
import { Account } from './view/account.tsx';

const FOLDER = join(import.meta.dirname, 'assets');
const styleSheet = readAsset(FOLDER, 'portal.css');
const script = readAsset(FOLDER, 'portal.mjs');
/** Makes browsers send the origin of our forms; with no referrer they send `null`. */
const OWN_REFERRER = { 'referrer-policy': 'same-origin' };
export const portalAssets = [styleSheet, script];

export interface PortalPage {
  readonly status?: number;
  /** The kind of page, for the script and the tests. */
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
    basePath: basePath(publicUrl),
    nonce,
    icon: imageUrl(store.logo),
    style: themeStyle(viewCheckout(store.checkoutSettings), scheme),
    state: page.state,
    moreStyle: styleSheet,
    script,
    children: (
      <Frame
        store={store}
        texts={texts}
        scheme={scheme}
        sandbox={sandbox}
        open={false}
        languageLinks={(language) => withLanguage(visitor.here, language)}
      >
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
