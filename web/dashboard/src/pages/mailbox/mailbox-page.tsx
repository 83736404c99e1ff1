import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageLink } from '../../parts/links.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { useListing } from '../../parts/use-listing.ts';

interface MailRow {
  readonly id: string;
  readonly subject: string;
  readonly toAddress: string;
  readonly recipientType: string;
  readonly status: string;
  readonly createdAt: string;
}

const REFRESH_MS = 5_000;

/** Every mail about this store, sent or waiting; the place to read them without a mail server. */
export function MailboxPage() {
  const listing = useListing<MailRow>({
    field: 'emailDeliveries',
    filterType: 'EmailDeliveryFilter',
    selection: 'id subject toAddress recipientType status createdAt',
    filter: ({ to, status }) => ({
      ...(to ? { toAddress: { eq: to } } : {}),
      ...(status ? { status: { eq: status } } : {}),
    }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <PageFrame
      title="Mailbox"
      lead="Mails to buyers and to you. Without a mail server they aren’t sent; read them here."
    >
      <DataTable
        caption="Mails"
        listing={listing}
        rowKey={({ id }) => id}
        filters={[
          { name: 'to', label: 'To' },
          {
            name: 'status',
            label: 'Status',
            choices: ['pending', 'success', 'failed'].map((value) => ({ value, label: value })),
          },
        ]}
        columns={[
          {
            label: 'Subject',
            cell: ({ id, subject }) => <PageLink page={`mailbox/${id}`}>{subject}</PageLink>,
            csv: ({ subject }) => subject,
          },
          {
            label: 'To',
            cell: ({ toAddress, recipientType }) => `${toAddress} (${recipientType})`,
            csv: ({ toAddress }) => toAddress,
          },
          {
            label: 'Status',
            cell: ({ status }) => <StatusBadge status={status} />,
            csv: ({ status }) => status,
          },
          {
            label: 'Written',
            cell: ({ createdAt }) => <Time iso={createdAt} />,
            csv: ({ createdAt }) => createdAt,
          },
        ]}
        empty={
          <EmptyState title="No mails yet">
            Confirmations, receipts and notices appear here as they are written.
          </EmptyState>
        }
      />
    </PageFrame>
  );
}
