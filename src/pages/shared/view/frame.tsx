import type { ComponentChildren } from 'preact';
import { type CheckoutSettings, viewCheckout } from '../../../domain/store/settings.ts';
import type { Language } from '../../../kit/languages.ts';
import type { Texts } from '../../../texts/texts.ts';
import { sentenceSpace } from '../format.ts';
import { imageUrl } from '../image-url.ts';
import type { PageStore } from '../page-store.ts';
import type { Scheme } from '../theme.ts';
import { LanguagePicker } from './language-picker.tsx';
import { Seller } from './seller.tsx';

/** Placeholder for the card number, at which the sentence is split. */
const MARK = '\u{1F}';

interface FrameProps {
  readonly store: PageStore;
  readonly texts: Texts;
  readonly scheme: Scheme;
  /** Whether payments are simulated; if so, a banner says so. */
  readonly sandbox: boolean;
  /** Whether there is a form for the skip link. */
  readonly open: boolean;
  /** The URL of this page in a language; without it there is no language picker. */
  readonly languageLinks?: (language: Language) => string;
  readonly children: ComponentChildren;
}

/** The frame of every store page: name and logo, test banner, footer. */
export function Frame(props: FrameProps) {
  const { store, texts, scheme, sandbox, open, languageLinks, children } = props;
  return (
    <>
      {open && (
        <a class="skip" href="#buyerEmail">
          {texts.skip}
        </a>
      )}
      {sandbox && <TestBanner texts={texts} open={open} />}
      <div class="page">
        <header class="store">
          <Logo store={store} scheme={scheme} />
          <h1 class="store-name">
            <bdi>{store.name}</bdi>
          </h1>
        </header>
        {children}
        <footer>
          <Seller store={store} texts={texts} />
          {store.supportEmail && (
            <span>
              {texts.support}{' '}
              <a href={mailTo(store.supportEmail)} dir="ltr">
                {store.supportEmail}
              </a>
            </span>
          )}
          {languageLinks && <LanguagePicker texts={texts} links={languageLinks} />}
          <span>{texts.poweredBy}</span>
        </footer>
      </div>
    </>
  );
}

function TestBanner({ texts, open }: Pick<FrameProps, 'texts' | 'open'>) {
  const [before, after] = texts.testCard({ number: MARK }).split(MARK);
  return (
    <aside class="test-banner" aria-label={texts.testMode}>
      {/* A paragraph: of a landmark's own text, a screen reader may say only the landmark's name. */}
      <p>
        <strong>{texts.testMode}</strong> {texts.testModeHint}
        {open && (
          <>
            {sentenceSpace(texts)}
            {before}
            <span class="test-card" dir="ltr">
              4242 4242 4242 4242
            </span>
            {after}
          </>
        )}
      </p>
    </aside>
  );
}

function Logo({ store, scheme }: Pick<FrameProps, 'store' | 'scheme'>) {
  const settings = viewCheckout(store.checkoutSettings);
  const light = logoOf(settings.light, store);
  const dark = logoOf(settings.dark, store);
  const shown = scheme === 'dark' ? dark : light;
  if (scheme !== 'visitor' || light === dark || !dark) {
    return shown ? <img class="logo" src={shown} alt="" referrerpolicy="no-referrer" /> : null;
  }
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcset={dark} />
      <img class="logo" src={light ?? dark} alt="" referrerpolicy="no-referrer" />
    </picture>
  );
}

function logoOf(theme: CheckoutSettings['light'], store: PageStore): string | null {
  return imageUrl(theme.checkoutLogo) ?? imageUrl(store.logo);
}

/** Only the address: it must not add recipients or a text. */
function mailTo(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;
}
