import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { extraOrderColumns } from '../../parts/extra-order-columns.tsx';
import { PageButton, PageLink } from '../../parts/links.tsx';
import { BUYER, CREATED, choices } from '../../parts/list-filters.ts';
import { Money } from '../../parts/money.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { useListing } from '../../parts/use-listing.ts';
import { ORDER_FILTERS, ORDERS_LIST, type OrderRow } from './order-fields.ts';

interface OnetimeRow extends OrderRow {
  readonly priceSnapshot: { readonly currency: string; readonly total: string };
  readonly onetimeProduct: { readonly name: string } | null;
}

const STATUSES = ['pending', 'completed', 'canceled'];

/** The store's one-time orders. */
export function OrdersPage() {
  const listing = useListing<OnetimeRow>(ORDERS_LIST);
  return (
    <PageFrame title="Orders" lead="One-time purchases. Subscriptions have their own page.">
      <DataTable
        caption="Orders"
        listing={listing}
        currencyOf={({ priceSnapshot }) => priceSnapshot.currency}
        download={<ExportButton list="onetimeOrders" listing={listing} />}
        filters={[
          BUYER,
          CREATED,
          { name: 'status', label: 'Status', choices: choices(STATUSES), isPrimary: true },
          ...ORDER_FILTERS,
        ]}
        columns={[
          {
            label: 'Product',
            cell: ({ id, onetimeProduct }) => (
              <PageLink page={`orders/${id}`}>{onetimeProduct?.name ?? 'Deleted product'}</PageLink>
            ),
          },
          {
            label: 'Buyer',
            cell: ({ buyerEmail }) => buyerEmail,
          },
          {
            label: 'Status',
            cell: ({ status }) => <StatusBadge status={status} />,
          },
          {
            label: 'Total',
            align: 'right',
            sort: 'AMOUNT',
            cell: ({ priceSnapshot: { total, currency } }) => (
              <Money amount={total} currency={currency} />
            ),
          },
          {
            label: 'Created',
            sort: 'CREATED_AT',
            cell: ({ createdAt }) => <Time iso={createdAt} />,
          },
          ...extraOrderColumns,
        ]}
        empty={
          <EmptyState
            title="No orders yet"
            action={<PageButton page="products">Create a checkout link</PageButton>}
          >
            An order appears here as soon as a buyer pays on a checkout page.
          </EmptyState>
        }
      />
    </PageFrame>
  );
}
