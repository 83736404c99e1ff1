import { countryName } from '../../parts/country-name.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { PageLink } from '../../parts/links.tsx';
import { SALES_FILTERS } from '../../parts/list-filters.ts';
import { Money } from '../../parts/money.tsx';
import { Day } from '../../parts/time.tsx';
import { useListing } from '../../parts/use-listing.ts';
import { CUSTOMERS_LIST, type CustomerRow, type Spent } from './customer-row.ts';

/** Everyone who has ordered, found by any part of the address. */
export function CustomerList() {
  const listing = useListing<CustomerRow>(CUSTOMERS_LIST);
  return (
    <DataTable
      caption="Customers"
      listing={listing}
      currencyOf={({ spent }) => spent[0]?.currency ?? ''}
      filters={[
        { name: 'q', label: 'Email', isPrimary: true },
        { name: 'since', label: 'Customer since', kind: 'dates', isPrimary: true },
        ...SALES_FILTERS,
      ]}
      download={<ExportButton list="customers" listing={listing} />}
      columns={[
        {
          label: 'Buyer',
          sort: 'EMAIL',
          cell: ({ email }) => (
            <PageLink page={`customers?email=${encodeURIComponent(email)}`}>{email}</PageLink>
          ),
        },
        {
          label: 'Spent',
          align: 'right',
          sort: 'SPENT',
          cell: ({ spent }) => <Amounts spent={spent} amountOf={(one) => one.totalAmount} />,
        },
        {
          label: 'Refunded',
          align: 'right',
          cell: ({ spent }) => (
            <Amounts
              spent={spent.filter(({ refundedAmount }) => Number(refundedAmount) > 0)}
              amountOf={(one) => one.refundedAmount}
            />
          ),
        },
        { label: 'Orders', align: 'right', sort: 'ORDERS', cell: ({ orderCount }) => orderCount },
        {
          label: 'Country',
          cell: ({ billingCountry }) => (billingCountry ? countryName(billingCountry) : '–'),
        },
        {
          label: 'Customer since',
          sort: 'CREATED_AT',
          cell: ({ createdAt }) => <Day iso={createdAt} />,
        },
        { label: 'Last order', cell: ({ lastOrderAt }) => <Day iso={lastOrderAt} /> },
      ]}
      empty={
        <EmptyState title="No customers yet">
          Buyers appear here, by email address, after their first order.
        </EmptyState>
      }
    />
  );
}

function Amounts({
  spent,
  amountOf,
}: {
  readonly spent: readonly Spent[];
  readonly amountOf: (one: Spent) => string;
}) {
  if (spent.length === 0) return '–';
  return spent.map((one) => (
    <div key={one.currency}>
      <Money amount={amountOf(one)} currency={one.currency} />
    </div>
  ));
}
