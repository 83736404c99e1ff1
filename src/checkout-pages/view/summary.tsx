import type { Money } from '../../kit/money.ts';
import type { CheckoutPage, PageTrial } from '../checkout-page.ts';
import { formatPrice } from '../format.ts';
import { imageUrl, linkUrl } from '../image-url.ts';
import { renderMarkdown } from '../markdown.ts';
import type { Texts } from '../texts/texts.ts';

/** Characters of a description that stand in full; a longer one opens on request. */
const SHORT_DESCRIPTION = 600;

interface SummaryProps {
  readonly page: CheckoutPage;
  readonly texts: Texts;
}

/** What is being bought, and for how much. */
export function Summary({ page, texts }: SummaryProps) {
  const { product, price, trial } = page;
  return (
    <section class="summary" aria-labelledby="product-name">
      <h2 id="product-name" class="product-name">
        {product.name}
      </h2>
      {trial && (
        <p class="trial" id="trial">
          {trialText(trial, price, texts)}
        </p>
      )}
      <p class="price">
        {trial ? texts.trialThen({ amount: formatPrice(price, texts) }) : formatPrice(price, texts)}{' '}
        <span class="currency">{price.currency}</span>
      </p>
      <p class="once">{texts.periods[product.billingPeriod ?? 'once']}</p>
      <Picture page={page} texts={texts} />
      {product.description && <Description text={product.description} texts={texts} />}
    </section>
  );
}

/** What a trial costs and how long it is. */
export function trialText(trial: PageTrial, price: Money, texts: Texts): string {
  const { days, amountMinor } = trial;
  if (amountMinor === null) return texts.trialFree({ days });
  return texts.trialPaid({ amount: formatPrice({ ...price, amountMinor }, texts), days });
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

/** A merchant's description; a long one opens on request. */
export function Description({ text, texts }: { readonly text: string; readonly texts: Texts }) {
  // Rendered by markdown-it without HTML: see renderMarkdown.
  const body = <div class="prose" dangerouslySetInnerHTML={{ __html: renderMarkdown(text) }} />;
  if (text.length <= SHORT_DESCRIPTION) return body;
  return (
    <details>
      <summary>{texts.about}</summary>
      {body}
    </details>
  );
}
