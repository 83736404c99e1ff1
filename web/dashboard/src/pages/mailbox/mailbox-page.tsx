import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageLink } from '../../parts/links.tsx';
import { CREATED, choices, salesFilter } from '../../parts/list-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Time } from '../../parts/time.tsx';
import { useListing } from '../../parts/use-listing.ts';
import { MailStatus, mailStatus, type Sending } from './mail-status.tsx';

interface MailRow extends Sending {
  readonly id: string;
  readonly subject: string;
  readonly toAddress: string;
  readonly recipientType: string;
  readonly createdAt: string;
}

const REFRESH_MS = 5_000;

/** Every mail about this store, sent or pending. Without a mail server, mails can be read here. */
export function MailboxPage() {
  const listing = useListing<MailRow>({
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
  });
  return (
    <PageFrame
      title="Mailbox"
      lead="Mails to buyers and to you. Without a mail server they aren’t sent; read them here."
    >
      <DataTable
        caption="Mails"
        listing={listing}
        filters={[
          { name: 'to', label: 'To', isPrimary: true },
          CREATED,
          {
            name: 'status',
            label: 'Status',
            choices: [
              { value: 'pending', label: 'Pending' },
              { value: 'success', label: 'Sent or kept' },
              { value: 'failed', label: 'Failed' },
            ],
            isPrimary: true,
          },
          { name: 'about', label: 'Subject' },
          {
            name: 'recipient',
            label: 'Recipient',
            choices: choices(['buyer', 'merchant', 'address']),
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
            cell: (mail) => <MailStatus {...mail} />,
            csv: mailStatus,
          },
          {
            label: 'Written',
            sort: 'CREATED_AT',
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
