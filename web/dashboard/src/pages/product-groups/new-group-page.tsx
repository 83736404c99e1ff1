import { usePlace } from '../../app/place.ts';
import { useGo } from '../../app/target.ts';
import { PageFrame } from '../../parts/page-frame.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';
import { GroupForm } from './group-form.tsx';
import { type GroupValues, NEW_GROUP, toBody } from './product-group.ts';

/** A new group of subscription products. */
export function NewGroupPage() {
  const { store, pathTo } = usePlace();
  const go = useGo();
  const { form, action, props, problem, conflict } = useActionForm(
    'subscription-product-group/create-group',
    {
      initial: NEW_GROUP,
      body: (values: GroupValues) => ({ storeId: store.id, ...toBody(values) }),
      guardsLeaving: true,
      done: 'Group created',
      onDone: ({ group }) => go(pathTo(`product-groups/${group.id}`)),
    },
  );
  const shared = { form, problem, conflict, isBusy: action.isBusy, onSubmit: props.onSubmit };
  return (
    <PageFrame
      title="New product group"
      parent={{ page: 'product-groups', label: 'Product groups' }}
    >
      <GroupForm submit="Create group" {...shared} />
    </PageFrame>
  );
}
