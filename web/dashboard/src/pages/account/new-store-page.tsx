import { Button, Stack, TextInput } from '@mantine/core';
import { placePath } from '../../app/place.ts';
import { useSession } from '../../app/session.ts';
import { REQUIRED } from '../../parts/form-checks.ts';
import { TextLink } from '../../parts/links.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';
import { AccountFrame } from './account-frame.tsx';
import { openDashboard } from './open-dashboard.ts';

/** Creates a store, the first step for a new account. */
export function NewStorePage() {
  const { stores } = useSession();
  const { form, action, props, problem } = useActionForm('store/create-store', {
    initial: { name: '' },
    onDone: ({ store }) => openDashboard(placePath('test', store.id)),
  });
  const isFirst = stores.length === 0;
  return (
    <AccountFrame
      title={isFirst ? 'Name your first store' : 'New store'}
      lead="Products, orders and webhooks belong to a store. A new store starts in test mode, and you can rename it later."
    >
      <form {...props} noValidate>
        <Stack>
          <Problem error={problem} />
          <TextInput label="Store name" {...REQUIRED} {...form.getInputProps('name')} />
          <Button type="submit" loading={action.isBusy} fullWidth>
            Create store
          </Button>
          {isFirst ? null : (
            <TextLink to="/" size="sm">
              Back to the dashboard
            </TextLink>
          )}
        </Stack>
      </form>
    </AccountFrame>
  );
}
