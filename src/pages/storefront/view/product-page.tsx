import type { ComponentChildren } from 'preact';
import type { Language } from '../../../kit/languages.ts';
import type { Texts } from '../../../texts/texts.ts';
import { imageUrl, linkUrl } from '../../shared/image-url.ts';
import { Description } from '../../shared/view/description.tsx';
import { type Place, productPath } from '../addresses.ts';
import { chooseCurrency, offerOf, payableCurrencies, type ShownProduct } from '../storefront.ts';
import { BuyForm, OfferText } from './buy-form.tsx';
import { CurrencyChoice } from './currency-choice.tsx';

interface ProductProps {
  readonly product: ShownProduct;
  readonly place: Place;
  readonly language: Language;
  readonly texts: Texts;
  /** Path of the link back to the store. */
  readonly children: ComponentChildren;
}

/** One product: its description, price and buy button. */
export function ProductPage({ product, place, language, texts, children }: ProductProps) {
  const currencies = payableCurrencies(product);
  const currency = chooseCurrency(currencies, place.wish.currency, language);
  const offer = currency && offerOf(product, currency);
  return (
    <main class="columns" id="content">
      <section class="summary" aria-labelledby="product-name">
        <p class="back">{children}</p>
        <h2 id="product-name" class="title">
          <bdi>{product.name}</bdi>
        </h2>
        <Gallery media={product.media} texts={texts} />
        {product.description && <Description text={product.description} texts={texts} />}
      </section>
      {offer ? (
        <section class="panel offer" aria-label={texts.paymentForm}>
          <OfferText product={product} offer={offer} texts={texts} />
          <CurrencyChoice
            path={productPath(place, product.id)}
            place={place}
            currencies={currencies}
            currency={offer.price.currency}
            texts={texts}
          />
          <BuyForm
            product={product}
            offer={offer}
            texts={texts}
            place={place}
            describedBy="product-name"
          />
        </section>
      ) : (
        <p>{texts.notForSaleTitle}</p>
      )}
    </main>
  );
}

function Gallery({ media, texts }: Pick<ShownProduct, 'media'> & { readonly texts: Texts }) {
  const pictures = media.flatMap((item) => {
    const src = imageUrl(item.type === 'image' ? item.url : item.thumbnail);
    const video = item.type === 'video' ? linkUrl(item.url) : null;
    return src || video ? [{ src, video, alt: item.alt || texts.picture }] : [];
  });
  if (pictures.length === 0) return null;
  return (
    <ul class="gallery" aria-label={texts.pictures}>
      {pictures.map(({ src, video, alt }, place) => (
        <li key={`${place} ${src}`}>
          {src && (
            <img
              src={src}
              alt={alt}
              loading={place === 0 ? 'eager' : 'lazy'}
              decoding="async"
              referrerpolicy="no-referrer"
            />
          )}
          {video && (
            <a href={video} target="_blank" rel="noopener nofollow">
              {texts.watchVideo}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
