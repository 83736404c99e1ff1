import { SegmentedControl } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { usePlace } from '../../app/place.ts';
import { moneyText } from '../../parts/amounts.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { PageButton, PageLink } from '../../parts/links.tsx';
import type { Column } from '../../parts/list-column.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { useListing } from '../../parts/use-listing.ts';
import { PERIODS, type Product, type ProductKind } from './product.ts';
import { productsList } from './products-list.ts';

type Row = Pick<
  Product,
  'id' | 'name' | 'status' | 'version' | 'billingPeriod' | 'prices' | 'hasProdVersion' | 'createdAt'
>;

const KINDS = [
  { value: 'onetime', label: 'One-time' },
  { value: 'subscription', label: 'Subscriptions' },
];

const STATUSES = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
];

/** The store's products, one kind at a time. */
export function ProductsPage() {
  const { canWrite } = usePlace();
  const { kind: chosen } = useSearch({ strict: false }) as { readonly kind?: unknown };
  const kind: ProductKind = chosen === 'subscription' ? 'subscription' : 'onetime';
  const listing = useListing<Row>(productsList(kind));
  const create = canWrite ? (
    <PageButton page={`products/new?kind=${kind}`}>New product</PageButton>
  ) : null;
  return (
    <PageFrame title="Products" lead="What you sell." actions={create}>
      <SegmentedControl
        aria-label="Product type"
        data={KINDS}
        value={kind}
        onChange={(value) => listing.setValue('kind', value === 'onetime' ? '' : value)}
        style={{ alignSelf: 'flex-start' }}
      />
      <DataTable
        key={kind}
        caption="Products"
        listing={listing}
        download={<ExportButton list={`${kind}Products`} listing={listing} />}
        columns={COLUMNS}
        filters={[
          { name: 'name', label: 'Name', isPrimary: true },
          { name: 'status', label: 'Status', choices: STATUSES, isPrimary: true },
          { name: 'created', label: 'Date', kind: 'dates', isPrimary: true },
        ]}
        empty={
          <EmptyState title="No products yet" action={create}>
            Describe what you sell and set a price. In test, you can buy it yourself right away,
            then publish it when it’s ready.
          </EmptyState>
        }
      />
    </PageFrame>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  {
    label: 'Name',
    sort: 'NAME',
    cell: ({ id, name }) => <PageLink page={`products/${id}`}>{name}</PageLink>,
  },
  {
    label: 'Prices',
    cell: (row) => pricesText(row),
  },
  {
    label: 'Status',
    cell: ({ status }) => <StatusBadge status={status} />,
  },
  {
    label: 'Live',
    cell: ({ hasProdVersion }) => (hasProdVersion ? 'Published' : 'Not yet'),
  },
  { label: 'Version', cell: ({ version }) => version },
  {
    label: 'Created',
    sort: 'CREATED_AT',
    cell: ({ createdAt }) => <Time iso={createdAt} />,
  },
];

/** Number of prices shown in a cell; the rest are counted. */
const SHOWN = 2;

function pricesText({ prices, billingPeriod }: Row): string {
  const shown = prices
    .slice(0, SHOWN)
    .map(({ currency, priceInfo }) => moneyText(priceInfo.amount, currency));
  const rest = prices.length - shown.length;
  const period = billingPeriod ? ` ${PERIODS[billingPeriod] ?? ''}` : '';
  return `${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}${period}`;
}
