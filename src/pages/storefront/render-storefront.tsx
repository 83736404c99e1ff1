import { viewCheckout } from '../../domain/store/settings.ts';
import { plainText } from '../../kit/markdown.ts';
import { type Texts, textsFor } from '../../texts/texts.ts';
import { imageUrl } from '../shared/image-url.ts';
import { chooseScheme, themeStyle } from '../shared/theme.ts';
import { Frame } from '../shared/view/frame.tsx';
import { renderPage } from '../shared/view/layout.tsx';
import { Notice } from '../shared/view/notice.tsx';
import { productPath, storefrontPath } from './addresses.ts';
import { chooseCurrency, type ShownProduct } from './storefront.ts';
import { ProductList } from './view/product-list.tsx';
import { ProductPage } from './view/product-page.tsx';
import type { StorefrontVisit } from './visit-storefront.ts';

/** Characters of a description in a link preview. */
const MAX_SUMMARY_LENGTH = 200;

/** The content of a storefront page. */
export type StorefrontState =
  | {
      readonly kind: 'products';
      readonly products: readonly ShownProduct[];
      readonly currencies: readonly string[];
      readonly pages: number;
    }
  | { readonly kind: 'product'; readonly product: ShownProduct }
  | { readonly kind: 'unknown' | 'closed' | 'not-for-sale' };

interface Served {
  readonly publicUrl: string;
  readonly nonce: string;
}

/** A store's page, or a product's, in the visitor's language and the store's themes. */
export function renderStorefront(
  visit: StorefrontVisit,
  state: StorefrontState,
  { publicUrl, nonce }: Served,
): string {
  const { store, place, caller, language } = visit;
  const texts = textsFor(language);
  const scheme = chooseScheme(null, store.checkoutSettings.defaultDarkMode ?? null);
  const here = hereOf(visit, state);
  const wish = { ...place.wish, currency: null };
  const canonical = hereOf({ ...visit, place: { ...place, wish } }, state);
  const { origin } = new URL(publicUrl);
  const isShown = state.kind === 'products' || state.kind === 'product';
  return renderPage({
    texts,
    title: titleOf(visit, state, texts),
    basePath: place.basePath,
    nonce,
    icon: imageUrl(store.logo),
    style: themeStyle(viewCheckout(store.checkoutSettings), scheme),
    state: state.kind,
    script: null,
    isListed: isShown && caller.environment === 'prod',
    meta: <OpenGraph visit={visit} state={state} url={origin + canonical(null)} texts={texts} />,
    children: (
      <Frame
        store={store}
        texts={texts}
        scheme={scheme}
        sandbox={caller.environment === 'test'}
        open={false}
        languageLinks={here}
      >
        <Body visit={visit} state={state} texts={texts} />
      </Frame>
    ),
  });
}

function hereOf({ place }: StorefrontVisit, state: StorefrontState) {
  return (pickedLanguage: StorefrontVisit['language'] | null) => {
    const there = { ...place, pickedLanguage };
    return state.kind === 'product' ? productPath(there, state.product.id) : storefrontPath(there);
  };
}

function titleOf({ store }: StorefrontVisit, state: StorefrontState, texts: Texts): string {
  const titles = {
    products: store.name,
    product: state.kind === 'product' ? state.product.name : '',
    unknown: texts.productUnknownTitle,
    closed: texts.inactiveTitle,
    'not-for-sale': texts.notForSaleTitle,
  };
  const what = titles[state.kind];
  return state.kind === 'products' ? what : texts.pageTitle({ what, store: store.name });
}

interface PartProps {
  readonly visit: StorefrontVisit;
  readonly state: StorefrontState;
  readonly texts: Texts;
}

/** A page's link preview data. */
function OpenGraph({ visit, state, url, texts }: PartProps & { readonly url: string }) {
  const { store } = visit;
  const product = state.kind === 'product' ? state.product : null;
  const picture = imageUrl(product?.media.find(({ type }) => type === 'image')?.url ?? store.logo);
  const summary = plainText(product?.description ?? '', MAX_SUMMARY_LENGTH);
  return (
    <>
      <meta property="og:title" content={product?.name ?? titleOf(visit, state, texts)} />
      <meta property="og:site_name" content={store.name} />
      <meta property="og:type" content={product ? 'product' : 'website'} />
      <meta property="og:url" content={url} />
      {summary && <meta property="og:description" content={summary} />}
      {summary && <meta name="description" content={summary} />}
      {picture && <meta property="og:image" content={picture} />}
    </>
  );
}

function Body({ visit, state, texts }: PartProps) {
  const { store, place, language } = visit;
  const { currency: wanted } = place.wish;
  const toStore = <a href={storefrontPath(place)}>{texts.allProducts({ store: store.name })}</a>;
  switch (state.kind) {
    case 'products':
      return (
        <ProductList
          {...state}
          place={place}
          texts={texts}
          language={language}
          currency={chooseCurrency(state.currencies, wanted, language)}
        />
      );
    case 'product':
      return (
        <ProductPage product={state.product} place={place} texts={texts} language={language}>
          {toStore}
        </ProductPage>
      );
    case 'unknown':
      return (
        <Notice tone="plain" title={texts.productUnknownTitle} text={texts.productUnknownText}>
          {toStore}
        </Notice>
      );
    case 'closed': {
      const text = texts.inactiveText({ store: store.name });
      return <Notice tone="plain" title={texts.inactiveTitle} text={text} />;
    }
    case 'not-for-sale':
      return (
        <Notice
          tone="plain"
          title={texts.notForSaleTitle}
          text={texts.notForSaleText({ store: store.name })}
        >
          {toStore}
        </Notice>
      );
  }
}
