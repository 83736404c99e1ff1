import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { extraOrderColumns } from '../../parts/extra-order-columns.tsx';
import { PageButton, PageLink } from '../../parts/links.tsx';
import { BUYER, CREATED, choices } from '../../parts/list-filters.ts';
import { Money } from '../../parts/money.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Day } from '../../parts/time.tsx';
import { useListing } from '../../parts/use-listing.ts';
import { WriteToBuyers } from '../../parts/write-to-buyers.tsx';
import { ORDER_FILTERS } from '../orders/order-fields.ts';
import { SUBSCRIPTIONS_LIST, type SubscriptionRow, shownStatus } from './subscription-fields.ts';

const STATUSES = ['pending', 'active', 'canceling', 'past_due', 'canceled', 'closed', 'expired'];

/** The store's subscriptions. */
export function SubscriptionsPage() {
  const listing = useListing<SubscriptionRow>(SUBSCRIPTIONS_LIST);
  return (
    <PageFrame title="Subscriptions" lead="Orders that renew every billing period.">
      <DataTable
        caption="Subscriptions"
        listing={listing}
        currencyOf={({ priceSnapshot }) => priceSnapshot.currency}
        download={
          <>
            <WriteToBuyers listing={listing} />
            <ExportButton list="subscriptionOrders" listing={listing} />
          </>
        }
        filters={[
          BUYER,
          CREATED,
          { name: 'status', label: 'Status', choices: choices(STATUSES), isPrimary: true },
          ...ORDER_FILTERS,
        ]}
        columns={[
          {
            label: 'Plan',
            cell: ({ id, subscriptionProduct }) => (
              <PageLink page={`subscriptions/${id}`}>
                {subscriptionProduct?.name ?? 'Deleted product'}
              </PageLink>
            ),
          },
          { label: 'Buyer', cell: (row) => row.buyerEmail },
          {
            label: 'Status',
            cell: (row) => <StatusBadge status={shownStatus(row)} />,
          },
          {
            label: 'Price',
            align: 'right',
            sort: 'AMOUNT',
            cell: ({ priceSnapshot: { currency, regularPhase }, billingPeriod }) => (
              <>
                <Money amount={regularPhase.total} currency={currency} /> {billingPeriod}
              </>
            ),
          },
          {
            label: 'Period ends',
            sort: 'CURRENT_PERIOD_END',
            cell: ({ currentPeriodEnd }) => <Day iso={currentPeriodEnd} />,
          },
          {
            label: 'Created',
            sort: 'CREATED_AT',
            isExtra: true,
            cell: ({ createdAt }) => <Day iso={createdAt} />,
          },
          ...extraOrderColumns,
        ]}
        empty={
          <EmptyState
            title="No subscriptions yet"
            action={<PageButton page="products">Create a checkout link</PageButton>}
          >
            A subscription begins when a buyer pays for a plan on a checkout page.
          </EmptyState>
        }
      />
    </PageFrame>
  );
}
