import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { PageLink } from '../../parts/links.tsx';
import { CREATED, choices } from '../../parts/list-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Time } from '../../parts/time.tsx';
import { useListing } from '../../parts/use-listing.ts';
import { MailStatus, type Sending } from './mail-status.tsx';
import { MAILS_LIST } from './mails-list.ts';

interface MailRow extends Sending {
  readonly id: string;
  readonly subject: string;
  readonly toAddress: string;
  readonly recipientType: string;
  readonly createdAt: string;
}

/** Every email about this store, sent or pending; readable here even without a mail server. */
export function MailboxPage() {
  const listing = useListing<MailRow>(MAILS_LIST);
  return (
    <PageFrame
      title="Mailbox"
      lead="Emails to buyers and to you. Without a mail server, they aren’t sent, but you can read them here."
    >
      <DataTable
        caption="Emails"
        listing={listing}
        download={<ExportButton list="emailDeliveries" listing={listing} />}
        filters={[
          { name: 'to', label: 'To', isPrimary: true },
          CREATED,
          {
            name: 'status',
            label: 'Status',
            choices: [
              { value: 'pending', label: 'Pending' },
              { value: 'success', label: 'Sent or stored' },
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
          },
          {
            label: 'To',
            cell: ({ toAddress, recipientType }) => `${toAddress} (${recipientType})`,
          },
          {
            label: 'Status',
            cell: (mail) => <MailStatus {...mail} />,
          },
          {
            label: 'Created',
            sort: 'CREATED_AT',
            cell: ({ createdAt }) => <Time iso={createdAt} />,
          },
        ]}
        empty={
          <EmptyState title="No emails yet">
            Confirmations, receipts and notices appear here as soon as they’re created.
          </EmptyState>
        }
      />
    </PageFrame>
  );
}
