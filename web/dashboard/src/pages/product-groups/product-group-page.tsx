import { Button } from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { useGo } from '../../app/target.ts';
import { confirm } from '../../parts/confirm.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Facts } from '../../parts/facts.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { PageButton } from '../../parts/links.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { Problem } from '../../parts/problem.tsx';
import { PublishDialog } from '../../parts/publish-dialog.tsx';
import { Time } from '../../parts/time.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useActionForm } from '../../parts/use-action-form.ts';
import { useGraphql } from '../../parts/use-graphql.ts';
import { useId } from '../../parts/use-id.ts';
import { GroupForm } from './group-form.tsx';
import {
  checkGroup,
  GROUP_LABELS,
  type GroupValues,
  type ProductGroup,
  toBody,
  toValues,
} from './product-group.ts';

const QUERY = `query ($id: ID!) {
  subscriptionProductGroup(id: $id) {
    id name description createdAt updatedAt rules { sharedTrial selfServicePlanChange }
    products(limit: 100) { id name }
  }
}`;

/** One group: its rules and products, publishing, deletion. */
export function ProductGroupPage() {
  const group = useGraphql<{ subscriptionProductGroup: ProductGroup | null }>(QUERY, {
    id: useId(),
  });
  return (
    <Loaded query={group}>
      {({ subscriptionProductGroup: found }) =>
        found ? <ShownGroup key={found.id} group={found} /> : <NoGroup />
      }
    </Loaded>
  );
}

function NoGroup() {
  return (
    <PageFrame title="Product group" parent={{ page: 'product-groups', label: 'Product groups' }}>
      <EmptyState
        title="Group not found"
        action={<PageButton page="product-groups">Go to product groups</PageButton>}
      >
        This group doesn’t exist in this environment. A published group has a different ID in live.
      </EmptyState>
    </PageFrame>
  );
}

function ShownGroup({ group }: { readonly group: ProductGroup }) {
  const { canWrite } = usePlace();
  return (
    <PageFrame
      title={group.name}
      parent={{ page: 'product-groups', label: 'Product groups' }}
      actions={canWrite ? <GroupActions group={group} /> : null}
    >
      <Facts
        facts={{
          ID: <IdText id={group.id} label="Copy group ID" />,
          Created: <Time iso={group.createdAt} />,
        }}
      />
      {canWrite ? <EditForm group={group} /> : <Members group={group} />}
    </PageFrame>
  );
}

function Members({ group }: { readonly group: ProductGroup }) {
  const { sharedTrial, selfServicePlanChange } = group.rules;
  return (
    <Facts
      facts={{
        Products: group.products.map(({ name }) => name).join(', ') || '–',
        'Shared trial': sharedTrial ? 'Yes' : 'No',
        'Buyers can switch plans': selfServicePlanChange ? 'Yes' : 'No',
      }}
    />
  );
}

function GroupActions({ group: { id } }: { readonly group: ProductGroup }) {
  const { environment, pathTo } = usePlace();
  const go = useGo();
  const publish = useAction('subscription-product-group/publish-group', {
    done: 'Published to live',
  });
  const remove = useAction('subscription-product-group/delete-group', {
    done: 'Group deleted',
    onDone: () => go(pathTo('product-groups')),
  });
  const ask = () =>
    confirm({
      title: 'Delete this group?',
      children: 'The products are kept but no longer grouped. This can’t be undone.',
      confirm: 'Delete group',
      isDangerous: true,
      onConfirm: () => remove.run({ id }),
    });
  return (
    <>
      <Problem error={remove.error} />
      {environment === 'test' ? (
        <PublishDialog
          what="group"
          previewPath="subscription-product-group/preview-publish"
          id={id}
          publish={publish}
        />
      ) : null}
      <Button variant="default" loading={remove.isBusy} onClick={ask}>
        Delete
      </Button>
    </>
  );
}

function EditForm({ group }: { readonly group: ProductGroup }) {
  const { form, action, props, problem, conflict } = useActionForm(
    'subscription-product-group/update-group',
    {
      initial: toValues(group),
      body: (values: GroupValues) => ({ id: group.id, ...toBody(values) }),
      check: checkGroup,
      edits: { updatedAt: group.updatedAt, labels: GROUP_LABELS },
      done: 'Saved',
    },
  );
  const shared = { form, problem, conflict, isBusy: action.isBusy, onSubmit: props.onSubmit };
  return <GroupForm submit="Save" {...shared} />;
}
