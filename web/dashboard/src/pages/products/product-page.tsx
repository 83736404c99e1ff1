import { Button, Paper, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { usePlace } from '../../app/place.ts';
import { confirm } from '../../parts/confirm.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Facts } from '../../parts/facts.tsx';
import { type Act, historyMoments } from '../../parts/history.ts';
import { IdText } from '../../parts/id-text.tsx';
import { PageButton, PageLink } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Problem } from '../../parts/problem.tsx';
import { ThingLayout } from '../../parts/thing-layout.tsx';
import { Time } from '../../parts/time.tsx';
import { TimelineSection } from '../../parts/timeline-section.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useId } from '../../parts/use-id.ts';
import { CheckoutLink } from './checkout-link.tsx';
import { type Product, type ShownProduct, trialDaysOf, useShownProduct } from './product.ts';
import { MediaList, Metadata, OutsideLink, Prices } from './product-content.tsx';
import { ProductHeadline, RecentOrders } from './product-sales.tsx';
import { ProductVersions } from './product-versions.tsx';
import { PublishProduct } from './publish-product.tsx';

// The Markdown renderer is loaded only if there is a description to show.
const ProductDescription = lazy(() =>
  import('./product-description.tsx').then((m) => ({ default: m.ProductDescription })),
);

/** One product with its prices, versions and actions. */
export function ProductPage() {
  const product = useShownProduct(useId());
  return (
    <Loaded query={product}>
      {(found) => (found ? <ProductContent product={found} /> : <NoProduct />)}
    </Loaded>
  );
}

/** Shown if the product doesn't exist in this environment. */
export function NoProduct() {
  const { environment } = usePlace();
  return (
    <PageFrame title="Product" parent={{ page: 'products', label: 'Products' }}>
      <EmptyState
        title="Product not found"
        action={<PageButton page="products">Go to products</PageButton>}
      >
        {environment === 'prod'
          ? 'This product isn’t published to live. Publish it from test.'
          : 'This product doesn’t exist in test.'}
      </EmptyState>
    </PageFrame>
  );
}

function ProductContent({ product }: { readonly product: ShownProduct }) {
  const { canWrite, environment } = usePlace();
  const { description, auditEntries, createdAt } = product;
  const created = { key: 'created', at: createdAt, title: 'Created', detail: null } as const;
  return (
    <PageFrame
      title={product.name}
      parent={{ page: 'products', label: 'Products' }}
      actions={canWrite ? <ProductActions product={product} /> : null}
    >
      <ThingLayout
        aside={
          <>
            <ProductAside product={product} />
            {canWrite ? <CheckoutLink key={environment} product={product} /> : null}
          </>
        }
      >
        <ProductHeadline product={product} />
        {description ? (
          <Suspense fallback={<Skeleton height={80} />}>
            <ProductDescription text={description} />
          </Suspense>
        ) : null}
        <Prices product={product} />
        <RecentOrders product={product} />
        <MediaList product={product} />
        <Metadata product={product} />
        <ProductVersions product={product} />
        <TimelineSection
          moments={[
            { ...created, topic: 'team', kind: 'past' },
            ...historyMoments({ auditEntries: auditEntries.filter(isNoCreation) }),
          ]}
        />
      </ThingLayout>
    </PageFrame>
  );
}

/** Excludes the creation, which has its own entry from `createdAt`. */
function isNoCreation({ action }: Act): boolean {
  return !action.endsWith('/create-product');
}

function ProductAside({ product }: { readonly product: Product }) {
  const { kind, successUrl } = product;
  const trialDays = trialDaysOf(product);
  return (
    <Paper withBorder p="md">
      <Facts
        isNarrow
        facts={{
          ID: <IdText id={product.id} label="Copy product ID" />,
          Kind: kind === 'onetime' ? 'One-time' : `Subscription, ${product.billingPeriod}`,
          Version: product.version,
          Live: product.hasProdVersion ? 'Published' : 'Not published',
          Changed: <Time iso={product.updatedAt} />,
          ...(kind === 'subscription'
            ? {
                Trial: trialDays === null ? 'None' : `${trialDays} days`,
                Group: product.group ? (
                  <PageLink page={`product-groups/${product.group.id}`}>
                    {product.group.name}
                  </PageLink>
                ) : null,
              }
            : {}),
          'After payment': successUrl ? <OutsideLink url={successUrl} /> : 'Receipt',
        }}
      />
    </Paper>
  );
}

function ProductActions({ product }: { readonly product: Product }) {
  const { environment } = usePlace();
  const isActive = product.status === 'active';
  const status = useAction(`${product.kind}-product/update-status`, {
    done: isActive ? 'Deactivated' : 'Activated',
  });
  const toggle = () => status.run({ id: product.id, status: isActive ? 'inactive' : 'active' });
  const ask = () =>
    confirm({
      title: 'Deactivate this product?',
      children: 'No new checkouts can be opened for it. Existing subscriptions continue.',
      confirm: 'Deactivate',
      onConfirm: toggle,
    });
  return (
    <>
      <Problem error={status.error} />
      {environment === 'test' ? <PublishProduct product={product} /> : null}
      <PageButton page={`products/${product.id}/edit`} variant="default">
        Edit
      </PageButton>
      <Button variant="default" loading={status.isBusy} onClick={isActive ? ask : toggle}>
        {isActive ? 'Deactivate' : 'Activate'}
      </Button>
    </>
  );
}
