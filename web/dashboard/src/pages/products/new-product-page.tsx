import { useSearch } from '@tanstack/react-router';
import { usePlace } from '../../app/place.ts';
import { useGo } from '../../app/target.ts';
import { OwnersOnly } from '../../parts/owners-only.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';
import { checkProduct } from './product-checks.ts';
import { PRODUCT_FIELDS, ProductForm } from './product-form.tsx';
import { NEW_PRODUCT, type ProductValues, toContent } from './product-values.ts';

/** A new product of the kind given by `?kind=`. */
export function NewProductPage() {
  const { kind } = useSearch({ strict: false }) as { readonly kind?: unknown };
  const { canWrite } = usePlace();
  const isSubscription = kind === 'subscription';
  return (
    <PageFrame
      title={isSubscription ? 'New subscription product' : 'New one-time product'}
      parent={{ page: `products${isSubscription ? '?kind=subscription' : ''}`, label: 'Products' }}
    >
      {canWrite ? (
        isSubscription ? (
          <NewSubscriptionProduct />
        ) : (
          <NewOnetimeProduct />
        )
      ) : (
        <OwnersOnly what="create products" />
      )}
    </PageFrame>
  );
}

function NewOnetimeProduct() {
  const { store } = usePlace();
  const open = useOpenProduct();
  const { form, action, props, problem, conflict } = useActionForm(
    'onetime-product/create-product',
    {
      initial: NEW_PRODUCT,
      body: (values: ProductValues) => ({ storeId: store.id, ...toContent(values) }),
      check: checkProduct,
      fields: PRODUCT_FIELDS,
      guardsLeaving: true,
      done: 'Product created',
      onDone: ({ product }) => open(product.id),
    },
  );
  const shared = { form, problem, conflict, isBusy: action.isBusy, onSubmit: props.onSubmit };
  return <ProductForm kind="onetime" submit="Create product" back="products" {...shared} />;
}

function NewSubscriptionProduct() {
  const { store } = usePlace();
  const open = useOpenProduct();
  const { form, action, props, problem, conflict } = useActionForm(
    'subscription-product/create-product',
    {
      initial: NEW_PRODUCT,
      body: ({ billingPeriod, ...values }: ProductValues) => ({
        storeId: store.id,
        billingPeriod: billingPeriod as 'monthly',
        ...toContent({ billingPeriod, ...values }),
      }),
      check: checkProduct,
      fields: PRODUCT_FIELDS,
      guardsLeaving: true,
      done: 'Product created',
      onDone: ({ product }) => open(product.id),
    },
  );
  const shared = { form, problem, conflict, isBusy: action.isBusy, onSubmit: props.onSubmit };
  const back = 'products?kind=subscription';
  return <ProductForm kind="subscription" submit="Create product" back={back} {...shared} />;
}

function useOpenProduct() {
  const { pathTo } = usePlace();
  const go = useGo();
  return (id: string) => go(pathTo(`products/${id}`));
}
