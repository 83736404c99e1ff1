import { PublishDialog } from '../../parts/publish-dialog.tsx';
import { useAction } from '../../parts/use-action.ts';
import type { Product } from './product.ts';

/** Publishes the product's test version to live, after showing the changes. */
export function PublishProduct({ product: { id, kind } }: { readonly product: Product }) {
  const publish = useAction(`${kind}-product/publish-product`, { done: 'Published to live' });
  return (
    <PublishDialog
      what="product"
      previewPath={`${kind}-product/preview-publish`}
      id={id}
      publish={publish}
    />
  );
}
