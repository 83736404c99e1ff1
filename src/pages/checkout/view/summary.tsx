import type { Texts } from '../../../texts/texts.ts';
import { formatPrice, trialText } from '../../shared/format.ts';
import { imageUrl, linkUrl } from '../../shared/image-url.ts';
import { CurrencyCode } from '../../shared/view/currency-code.tsx';
import { Description } from '../../shared/view/description.tsx';
import type { CheckoutPage } from '../checkout-page.ts';
import { Costs } from './costs.tsx';

interface SummaryProps {
  readonly page: CheckoutPage;
  readonly texts: Texts;
}

/** The product and its price. */
export function Summary({ page, texts }: SummaryProps) {
  const { product, price, trial } = page;
  const amount = formatPrice(price, texts);
  return (
    <section class="summary" aria-labelledby="product-name">
      <h2 id="product-name" class="product-name">
        <bdi>{product.name}</bdi>
      </h2>
      {trial && (
        <p class="trial" id="trial">
          {trialText(trial, price, texts)}
        </p>
      )}
      <p class="price">
        {trial ? texts.trialThen({ amount }) : amount}
        <CurrencyCode price={price} amount={amount} />
      </p>
      <p class="once">{texts.periods[product.billingPeriod ?? 'once']}</p>
      <Costs page={page} texts={texts} />
      <Picture page={page} texts={texts} />
      {product.description && <Description text={product.description} texts={texts} />}
    </section>
  );
}

function Picture({ page, texts }: SummaryProps) {
  const [picture] = page.product.media.flatMap((item) => {
    const url = imageUrl(item.type === 'image' ? item.url : item.thumbnail);
    return url ? [{ url, alt: item.alt || texts.picture }] : [];
  });
  const video = linkUrl(page.product.media.find(({ type }) => type === 'video')?.url);
  if (!picture && !video) return null;
  return (
    <figure class="picture">
      {picture && <img src={picture.url} alt={picture.alt} referrerpolicy="no-referrer" />}
      {video && (
        <a href={video} target="_blank" rel="noopener nofollow">
          {texts.watchVideo}
        </a>
      )}
    </figure>
  );
}
