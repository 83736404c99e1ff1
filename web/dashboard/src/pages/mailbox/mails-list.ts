import { salesFilter } from '../../parts/list-filters.ts';
import type { ListingSpec } from '../../parts/list-reading.ts';

const REFRESH_MS = 5_000;

export const MAILS_LIST: ListingSpec = {
  field: 'emailDeliveries',
  type: 'EmailDelivery',
  selection: 'id subject toAddress recipientType status errorMessage createdAt',
  filter: ({ to, about, recipient, ...values }) => ({
    ...salesFilter(values),
    ...(to ? { toAddress: { containsIgnoreCase: to } } : {}),
    ...(about ? { subject: { containsIgnoreCase: about } } : {}),
    ...(recipient ? { recipientType: { eq: recipient } } : {}),
  }),
  refetchInterval: REFRESH_MS,
};
