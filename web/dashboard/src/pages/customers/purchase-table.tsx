import { Paper } from '@mantine/core';
import { ColumnTable } from '../../parts/column-table.tsx';
import { PageLink } from '../../parts/links.tsx';
import { Money } from '../../parts/money.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Day } from '../../parts/time.tsx';
import type { Purchase } from './customer-fields.ts';

/** A customer's orders. */
export function PurchaseTable({ rows }: { readonly rows: readonly Purchase[] }) {
  return (
    <Paper withBorder>
      <ColumnTable
        caption="Purchases"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { label: 'Product', cell: ({ page, name }) => <PageLink page={page}>{name}</PageLink> },
          { label: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
          {
            label: 'Price',
            align: 'right',
            cell: ({ amount, currency, every }) => (
              <span>
                <Money amount={amount} currency={currency} /> {every}
              </span>
            ),
          },
          { label: 'Ordered', cell: ({ createdAt }) => <Day iso={createdAt} /> },
        ]}
      />
    </Paper>
  );
}
