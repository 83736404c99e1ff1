import type { Language } from '../../../kit/languages.ts';
import type { Texts } from '../../../texts/texts.ts';
import { imageUrl } from '../../shared/image-url.ts';
import { type Place, productPath, storefrontPath } from '../addresses.ts';
import { chooseCurrency, offerOf, payableCurrencies, type ShownProduct } from '../storefront.ts';
import { BuyForm, OfferText } from './buy-form.tsx';
import { CurrencyChoice } from './currency-choice.tsx';

interface ListProps {
  readonly products: readonly ShownProduct[];
  readonly currencies: readonly string[];
  readonly currency: string | null;
  readonly pages: number;
  readonly place: Place;
  readonly language: Language;
  readonly texts: Texts;
}

/** A store's products: a page of cards. */
export function ProductList(props: ListProps) {
  const { products, currencies, currency, place, texts } = props;
  const path = storefrontPath(place);
  return (
    <main id="content">
      <div class="list-head">
        <h2>{texts.products}</h2>
        {currency && (
          <CurrencyChoice
            path={path}
            place={place}
            currencies={currencies}
            currency={currency}
            texts={texts}
          />
        )}
      </div>
      {products.length === 0 && <p>{texts.noProducts}</p>}
      <ul class="products">
        {products.map((product) => (
          <Card key={product.id} product={product} {...props} />
        ))}
      </ul>
      <Pages {...props} />
    </main>
  );
}

function Card({ product, currency: wanted, place, texts, language }: CardProps) {
  const currency = chooseCurrency(payableCurrencies(product), wanted, language);
  const offer = currency && offerOf(product, currency);
  const picture = pictureOf(product);
  const name = `name-${product.id}`;
  return (
    <li class="panel product">
      {picture && (
        <img src={picture} alt="" loading="lazy" decoding="async" referrerpolicy="no-referrer" />
      )}
      <h3 id={name}>
        <a href={productPath(place, product.id)}>
          <bdi>{product.name}</bdi>
        </a>
      </h3>
      {offer && (
        <>
          <OfferText product={product} offer={offer} texts={texts} />
          <BuyForm product={product} offer={offer} texts={texts} place={place} describedBy={name} />
        </>
      )}
    </li>
  );
}

type CardProps = Pick<ListProps, 'currency' | 'place' | 'texts' | 'language'> & {
  readonly product: ShownProduct;
};

function pictureOf({ media }: ShownProduct): string | null {
  const urls = media.map(({ type, url, thumbnail }) =>
    imageUrl(type === 'image' ? (thumbnail ?? url) : thumbnail),
  );
  return urls.find((url) => url !== null) ?? null;
}

function Pages({ pages, place, texts }: ListProps) {
  const { page } = place.wish;
  if (pages < 2 && page === 1) return null;
  return (
    <nav class="pages" aria-label={texts.pageOf({ page, pages })}>
      {page > 1 && (
        <a rel="prev" href={storefrontPath(place, { page: Math.min(page - 1, pages) })}>
          {texts.previousPage}
        </a>
      )}
      <span aria-current="page">{texts.pageOf({ page, pages })}</span>
      {page < pages && (
        <a rel="next" href={storefrontPath(place, { page: page + 1 })}>
          {texts.nextPage}
        </a>
      )}
    </nav>
  );
}
