import { receiptTextsFor, type Texts } from '../../../texts/texts.ts';
import type { PageStore } from '../page-store.ts';

/** The seller, with the details the merchant has set: business, address, tax ID. */
export function Seller({ store, texts }: { readonly store: PageStore; readonly texts: Texts }) {
  const { businessName, businessAddress, taxId } = store;
  const lines = [
    businessName,
    businessAddress?.split('\n').join(', '),
    taxId && receiptTextsFor(texts.locale).taxId({ taxId }),
  ].filter(Boolean);
  if (lines.length === 0) return null;
  return (
    <address class="seller">
      {lines.map((line) => (
        <bdi key={line}>{line}</bdi>
      ))}
    </address>
  );
}
