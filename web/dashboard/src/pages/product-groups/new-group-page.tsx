import { usePlace } from '../../app/place.ts';
import { useGo } from '../../app/target.ts';
import { OwnersOnly } from '../../parts/owners-only.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';
import { GroupForm } from './group-form.tsx';
import { checkGroup, type GroupValues, NEW_GROUP, toBody } from './product-group.ts';

/** A new group of subscription products. */
export function NewGroupPage() {
  const { canWrite } = usePlace();
  return (
    <PageFrame
      title="New product group"
      parent={{ page: 'product-groups', label: 'Product groups' }}
    >
      {canWrite ? <NewGroup /> : <OwnersOnly what="create groups" />}
    </PageFrame>
  );
}

function NewGroup() {
  const { store, pathTo } = usePlace();
  const go = useGo();
  const { form, action, props, problem, conflict } = useActionForm(
    'subscription-product-group/create-group',
    {
      initial: NEW_GROUP,
      body: (values: GroupValues) => ({ storeId: store.id, ...toBody(values) }),
      check: checkGroup,
      guardsLeaving: true,
      done: 'Group created',
      onDone: ({ group }) => go(pathTo(`product-groups/${group.id}`)),
    },
  );
  const shared = { form, problem, conflict, isBusy: action.isBusy, onSubmit: props.onSubmit };
  return <GroupForm submit="Create group" {...shared} />;
}
