import { IdText } from './id-text.tsx';
import type { Column } from './list-column.ts';

interface OrderRow {
  readonly id: string;
  readonly billingCountry: string | null;
  readonly merchantProvidedBuyerIdentity: string | null;
  readonly orderMerchantExternalId: string | null;
}

/** Columns of orders and subscriptions that are hidden by default. */
export const extraOrderColumns: readonly Column<OrderRow>[] = [
  { label: 'Country', isExtra: true, cell: ({ billingCountry }) => billingCountry ?? '–' },
  {
    label: 'Buyer identity',
    isExtra: true,
    cell: (row) => row.merchantProvidedBuyerIdentity ?? '–',
  },
  {
    label: 'External ID',
    isExtra: true,
    cell: ({ orderMerchantExternalId }) => orderMerchantExternalId ?? '–',
  },
  { label: 'ID', isExtra: true, cell: ({ id }) => <IdText id={id} /> },
];
