import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageButton, PageLink } from '../../parts/links.tsx';
import { Money } from '../../parts/money.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Day } from '../../parts/time.tsx';
import { useListing } from '../../parts/use-listing.ts';
import { ORDER_FILTERS, orderFilter } from '../orders/order-fields.ts';
import { SUBSCRIPTION_ROW, type SubscriptionRow } from './subscription-fields.ts';

const STATUSES = ['pending', 'active', 'canceling', 'past_due', 'canceled', 'closed', 'expired'];

/** The store's subscriptions. */
export function SubscriptionsPage() {
  const listing = useListing<SubscriptionRow>({
    field: 'subscriptionOrders',
    filterType: 'SubscriptionOrderFilter',
    selection: SUBSCRIPTION_ROW,
    filter: orderFilter,
  });
  return (
    <PageFrame title="Subscriptions" lead="Orders billed every period.">
      <DataTable
        caption="Subscriptions"
        listing={listing}
        rowKey={({ id }) => id}
        filters={[
          {
            name: 'status',
            label: 'Status',
            choices: STATUSES.map((value) => ({ value, label: value.replaceAll('_', ' ') })),
          },
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
            csv: ({ subscriptionProduct }) => subscriptionProduct?.name,
          },
          { label: 'Buyer', cell: (row) => row.buyerEmail, csv: (row) => row.buyerEmail },
          {
            label: 'Status',
            cell: ({ status, isInTrial }) => (
              <StatusBadge status={isInTrial && status === 'active' ? 'trialing' : status} />
            ),
            csv: ({ status }) => status,
          },
          {
            label: 'Price',
            align: 'right',
            cell: ({ priceSnapshot: { currency, regularPhase }, billingPeriod }) => (
              <>
                <Money amount={regularPhase.total} currency={currency} /> {billingPeriod}
              </>
            ),
            csv: ({ priceSnapshot }) => priceSnapshot.regularPhase.total,
          },
          {
            label: 'Period ends',
            cell: ({ currentPeriodEnd }) => <Day iso={currentPeriodEnd} />,
            csv: ({ currentPeriodEnd }) => currentPeriodEnd,
          },
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
