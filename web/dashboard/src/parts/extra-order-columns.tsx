import { IdText } from './id-text.tsx';
import type { Column } from './list-column.ts';

interface SaleRow {
  readonly id: string;
  readonly billingCountry: string | null;
  readonly orderMerchantExternalId: string | null;
}

interface OrderRow extends SaleRow {
  readonly merchantProvidedBuyerIdentity: string | null;
}

const country: Column<SaleRow> = {
  label: 'Country',
  isExtra: true,
  cell: ({ billingCountry }) => billingCountry ?? '–',
};
const externalId: Column<SaleRow> = {
  label: 'External ID',
  isExtra: true,
  cell: ({ orderMerchantExternalId }) => orderMerchantExternalId ?? '–',
};
const id: Column<SaleRow> = { label: 'ID', isExtra: true, cell: (row) => <IdText id={row.id} /> };
const identity: Column<OrderRow> = {
  label: 'Buyer identity',
  isExtra: true,
  cell: (row) => row.merchantProvidedBuyerIdentity ?? '–',
};

/** Columns of payments and refunds that are hidden by default. */
export const extraSaleColumns: readonly Column<SaleRow>[] = [country, externalId, id];

/** Columns of orders and subscriptions that are hidden by default. */
export const extraOrderColumns: readonly Column<OrderRow>[] = [country, identity, externalId, id];
