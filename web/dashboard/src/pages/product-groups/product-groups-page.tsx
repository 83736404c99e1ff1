import { usePlace } from '../../app/place.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { PageButton, PageLink } from '../../parts/links.tsx';
import type { Column } from '../../parts/list-column.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Time } from '../../parts/time.tsx';
import { useListing } from '../../parts/use-listing.ts';
import type { ProductGroup } from './product-group.ts';

/** Groups of subscription products between which buyers change. */
export function ProductGroupsPage() {
  const { canWrite, environment } = usePlace();
  const listing = useListing<ProductGroup>({
    field: 'subscriptionProductGroups',
    type: 'SubscriptionProductGroup',
    selection: `id name description createdAt rules { sharedTrial selfServicePlanChange }
      products { id name }`,
    filter: ({ name }) => (name ? { name: { containsIgnoreCase: name } } : {}),
  });
  const canCreate = canWrite && environment === 'test';
  const create = canCreate ? <PageButton page="product-groups/new">New group</PageButton> : null;
  return (
    <PageFrame
      title="Product groups"
      lead="Group related plans to share one trial or let buyers switch between them."
      actions={create}
    >
      <DataTable
        caption="Product groups"
        listing={listing}
        columns={COLUMNS}
        filters={[{ name: 'name', label: 'Name', isPrimary: true }]}
        empty={
          <EmptyState title="No groups yet" action={create}>
            {environment === 'test'
              ? 'Group subscription products to share one trial among them or to let buyers switch between them.'
              : 'Create groups in test, then publish them.'}
          </EmptyState>
        }
      />
    </PageFrame>
  );
}

const COLUMNS: readonly Column<ProductGroup>[] = [
  {
    label: 'Name',
    cell: ({ id, name }) => <PageLink page={`product-groups/${id}`}>{name}</PageLink>,
    csv: ({ name }) => name,
  },
  {
    label: 'Products',
    cell: ({ products }) => products.map(({ name }) => name).join(', ') || '–',
    csv: ({ products }) => products.map(({ name }) => name).join(', '),
  },
  {
    label: 'Shared trial',
    cell: ({ rules }) => (rules.sharedTrial ? 'Yes' : 'No'),
    csv: ({ rules }) => rules.sharedTrial,
  },
  {
    label: 'Buyers can switch plans',
    cell: ({ rules }) => (rules.selfServicePlanChange ? 'Yes' : 'No'),
    csv: ({ rules }) => rules.selfServicePlanChange,
  },
  {
    label: 'Created',
    cell: ({ createdAt }) => <Time iso={createdAt} />,
    csv: ({ createdAt }) => createdAt,
  },
];
