import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { usePlace } from '../../app/place.ts';
import { useGo } from '../../app/target.ts';
import { REQUIRED } from '../../parts/form-checks.ts';
import { Problem } from '../../parts/problem.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';

/** Opens the form that erases a customer's personal data. */
export function EraseCustomer({ email }: { readonly email: string }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button color="red" variant="light" onClick={open}>
        Erase
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title="Erase this customer’s data"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {isOpen ? <EraseForm email={email} onCancel={close} /> : null}
      </Modal>
    </>
  );
}

function EraseForm({ email, onCancel }: { readonly email: string; readonly onCancel: () => void }) {
  const { store, pathTo } = usePlace();
  const go = useGo();
  const { form, action, props, problem } = useActionForm('personal-data/erase-customer', {
    initial: { typed: '' },
    body: () => ({ storeId: store.id, email }),
    check: ({ typed }) => ({
      typed: typed.trim().toLowerCase() === email ? null : `Enter ${email} to confirm.`,
    }),
    done: 'The customer’s data was erased',
    onDone: () => go(pathTo('customers')),
  });
  return (
    <form {...props}>
      <Stack>
        <Text size="sm">
          This erases the customer’s email address, billing details, card digits, notes and the
          content of emails, in both test and live. Orders and amounts are kept for your books. It
          can’t be undone.
        </Text>
        <TextInput
          label="The customer’s email address"
          description="Type it to confirm."
          {...REQUIRED}
          data-autofocus
          {...form.getInputProps('typed')}
        />
        <Problem error={problem} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" color="red" loading={action.isBusy}>
            Erase data
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
