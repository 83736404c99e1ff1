import { Code, Text } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import {
  AUDIT_LIST,
  type AuditRow,
  auditDetails,
  credentialChoices,
  credentialText,
} from '../../parts/audit-list.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ExportButton } from '../../parts/export-button.tsx';
import { IdText } from '../../parts/id-text.tsx';
import type { Column } from '../../parts/list-column.ts';
import { CREATED } from '../../parts/list-filters.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Time } from '../../parts/time.tsx';
import { type ApiKey, useApiKeys } from '../../parts/use-api-keys.ts';
import { useListing } from '../../parts/use-listing.ts';
import { useMembers } from '../../parts/use-members.ts';

/** The store's audit log, newest first. */
export function AuditLogPage() {
  const { canWrite } = usePlace();
  return (
    <PageFrame
      title="Audit log"
      lead="Who did what, when, and with which credential. Entries can’t be changed."
    >
      {canWrite ? <AuditLog /> : <Text>Only owners and admins can read the audit log.</Text>}
    </PageFrame>
  );
}

function AuditLog() {
  const listing = useListing<AuditRow>(AUDIT_LIST);
  const keys = useApiKeys().data?.apiKeys ?? [];
  const members = useMembers().data?.storeMerchants ?? [];
  return (
    <DataTable
      caption="Audit log"
      listing={listing}
      download={<ExportButton list="auditEntries" listing={listing} />}
      filters={[
        {
          name: 'member',
          label: 'Member',
          choices: members.map(({ merchantId, email }) => ({ value: merchantId, label: email })),
          isPrimary: true,
        },
        CREATED,
        { name: 'with', label: 'Made with', choices: credentialChoices(keys), isPrimary: true },
        { name: 'action', label: 'Action', isPrimary: true },
        { name: 'thing', label: 'Changed (type or ID)' },
      ]}
      columns={columnsOf(keys)}
      empty={<EmptyState title="Nothing yet">Every change to this store appears here.</EmptyState>}
    />
  );
}

const columnsOf = (keys: readonly ApiKey[]): readonly Column<AuditRow>[] => [
  { label: 'Time', sort: 'CREATED_AT', cell: ({ createdAt }) => <Time iso={createdAt} /> },
  { label: 'Who', cell: ({ merchantEmail }) => merchantEmail ?? '–' },
  { label: 'Action', cell: ({ action }) => action },
  { label: 'Object', cell: ({ subjectType, subjectId }) => `${subjectType} ${subjectId ?? ''}` },
  { label: 'Made with', cell: (entry) => withText(entry, keys) },
  { label: 'Details', cell: (entry) => <Code>{detailText(entry)}</Code> },
  { label: 'ID', isExtra: true, cell: ({ id }) => <IdText id={id} /> },
];

function withText(entry: AuditRow, keys: readonly ApiKey[]): string {
  const { environment } = entry;
  const where = environment === null ? '' : environment === 'test' ? ', test' : ', live';
  return `${credentialText(entry, keys)}${where}`;
}

function detailText(entry: AuditRow): string {
  const { fields, more } = auditDetails(entry);
  const rest = Object.entries(more).map(([name, value]) => `${name}: ${String(value)}`);
  return [fields, ...rest].filter((part) => part !== '').join('; ') || '–';
}
