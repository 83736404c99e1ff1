import { usePlace } from '../../app/place.ts';
import { useGo } from '../../app/target.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { OwnersOnly } from '../../parts/owners-only.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';
import { useId } from '../../parts/use-id.ts';
import { type Product, useProduct } from './product.ts';
import { checkProduct } from './product-checks.ts';
import { PRODUCT_FIELDS, PRODUCT_LABELS, ProductForm } from './product-form.tsx';
import { NoProduct } from './product-page.tsx';
import { type ProductValues, toContent, toValues } from './product-values.ts';

/** Edits a product: a change creates a new version, and sold items keep theirs. */
export function EditProductPage() {
  const { canWrite } = usePlace();
  const product = useProduct(useId());
  return (
    <Loaded query={product}>
      {(found) =>
        found ? (
          <PageFrame
            title={`Edit ${found.name}`}
            parent={{ page: `products/${found.id}`, label: found.name }}
          >
            {canWrite ? <EditForm product={found} /> : <OwnersOnly what="change products" />}
          </PageFrame>
        ) : (
          <NoProduct />
        )
      }
    </Loaded>
  );
}

function EditForm({ product }: { readonly product: Product }) {
  const { pathTo } = usePlace();
  const go = useGo();
  const { id, kind } = product;
  const { form, action, props, problem, conflict } = useActionForm(
    `${kind}-product/update-product`,
    {
      initial: toValues(product),
      body: ({ billingPeriod, ...values }: ProductValues) => ({
        id,
        ...(kind === 'subscription' ? { billingPeriod: billingPeriod as 'monthly' } : {}),
        ...toContent({ billingPeriod, ...values }),
      }),
      check: checkProduct,
      fields: PRODUCT_FIELDS,
      edits: { updatedAt: product.updatedAt, labels: PRODUCT_LABELS },
      done: 'Saved',
      onDone: () => go(pathTo(`products/${id}`)),
    },
  );
  const shared = { form, problem, conflict, isBusy: action.isBusy, onSubmit: props.onSubmit };
  return <ProductForm kind={kind} submit="Save" back={`products/${id}`} {...shared} />;
}
