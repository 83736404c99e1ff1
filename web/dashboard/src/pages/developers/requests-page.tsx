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
import { PageLink } from '../../parts/links.tsx';
import type { Column } from '../../parts/list-column.ts';
import { CREATED } from '../../parts/list-filters.ts';
import type { ListingSpec } from '../../parts/list-reading.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { OwnersOnly } from '../../parts/owners-only.tsx';
import { Time } from '../../parts/time.tsx';
import { type ApiKey, useApiKeys } from '../../parts/use-api-keys.ts';
import { useListing } from '../../parts/use-listing.ts';
import { DeveloperFrame } from './developer-frame.tsx';

/** The option for all credentials; by default, calls with API keys are shown. */
const ANYTHING = 'all';
const BY_DEFAULT = 'apiKey';

/** Calls that changed something in the store, with their keys, from the audit log. */
export function RequestsPage() {
  const { canWrite } = usePlace();
  const keys = useApiKeys();
  return (
    <DeveloperFrame
      title="Request log"
      lead="Calls that changed something in this store, in both environments, with the names of the fields sent but never their values. It comes from the audit log, which doesn’t record reads or refused calls. The operator’s log has every request, under the X-Request-Id of its response."
    >
      {canWrite ? (
        // Shown once the key names have loaded, because a key's ID means nothing to its owner.
        <Loaded query={keys}>{({ apiKeys }) => <RequestList keys={apiKeys} />}</Loaded>
      ) : (
        <OwnersOnly what="see the request log" />
      )}
    </DeveloperFrame>
  );
}

const REQUEST_LIST: ListingSpec = {
  ...AUDIT_LIST,
  filter: ({ with: made = BY_DEFAULT, ...values }) =>
    AUDIT_LIST.filter(made === ANYTHING ? values : { ...values, with: made }),
};

function RequestList({ keys }: { readonly keys: readonly ApiKey[] }) {
  const listing = useListing<AuditRow>(REQUEST_LIST);
  const values = { ...listing.values, with: listing.values.with ?? BY_DEFAULT };
  return (
    <DataTable
      caption="Requests"
      listing={{ ...listing, values }}
      download={<ExportButton list="auditEntries" listing={listing} />}
      filters={[
        {
          name: 'with',
          label: 'Made with',
          choices: [{ value: ANYTHING, label: 'Everything' }, ...credentialChoices(keys)],
          isPrimary: true,
        },
        CREATED,
        { name: 'action', label: 'Call', isPrimary: true },
      ]}
      columns={columnsOf(keys)}
      empty={
        <EmptyState title="No calls yet">
          A call with an API key that changes something in this store appears here immediately.
          Changes made in the dashboard are in the <PageLink page="audit-log">audit log</PageLink>.
        </EmptyState>
      }
    />
  );
}

const columnsOf = (keys: readonly ApiKey[]): readonly Column<AuditRow>[] => [
  { label: 'Time', sort: 'CREATED_AT', cell: ({ createdAt }) => <Time iso={createdAt} /> },
  { label: 'Call', cell: ({ action }) => <code>{action}</code> },
  { label: 'Made with', cell: (entry) => credentialText(entry, keys) },
  { label: 'Environment', cell: ({ environment }) => environment ?? 'both' },
  { label: 'Fields sent', cell: (entry) => auditDetails(entry).fields || '–' },
  { label: 'Object', cell: ({ subjectId }) => <code>{subjectId ?? '–'}</code> },
  { label: 'By', cell: ({ merchantEmail }) => merchantEmail ?? '–' },
];
