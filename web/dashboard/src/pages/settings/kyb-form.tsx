import {
  Button,
  Group,
  Paper,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { usePlace } from '../../app/place.ts';
import { countries } from '../../parts/filter-inputs.tsx';
import { Problem } from '../../parts/problem.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';

const OPEN = ['pending', 'processing'];

/** Requests that the operator enable production, or shows the status of the request. */
export function KybForm({
  status,
  prodEnabled,
}: {
  readonly status: string | null;
  readonly prodEnabled: boolean;
}) {
  const { store } = usePlace();
  const isOpen = status !== null && OPEN.includes(status);
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group gap="xs">
          <Title order={2} size="h4">
            Your business
          </Title>
          {status ? <StatusBadge status={status} /> : null}
        </Group>
        <Standing {...{ status, prodEnabled }} />
        {prodEnabled || isOpen ? null : store.role === 'owner' ? (
          <Submission />
        ) : (
          <Text size="sm">Only the owner can request the review.</Text>
        )}
      </Stack>
    </Paper>
  );
}

function Standing({
  status,
  prodEnabled,
}: {
  readonly status: string | null;
  readonly prodEnabled: boolean;
}) {
  if (prodEnabled) return <Text size="sm">Reviewed. Production is enabled.</Text>;
  if (status === 'rejected') {
    return (
      <Text size="sm">Your last request was rejected. Correct the details and send it again.</Text>
    );
  }
  if (status !== null) {
    return <Text size="sm">Your request is being reviewed. We’ll email you the decision.</Text>;
  }
  return (
    <Text size="sm">
      The operator of this service reviews every business that sells here. Only the first two fields
      are required. We’ll ask if we need more.
    </Text>
  );
}

function Submission() {
  const { store } = usePlace();
  const { form, action, props, problem } = useActionForm('kyb-ticket/submit-ticket', {
    initial: {
      legalName: '',
      country: '',
      website: '',
      registrationNumber: '',
      businessDescription: '',
      ownerName: '',
      ownerEmail: '',
    },
    body: ({ ownerName, ownerEmail, ...values }) => ({
      storeId: store.id,
      ...values,
      owner: { name: ownerName, email: ownerEmail },
    }),
    check: ({ country }) => ({ country: country ? null : 'Choose a country.' }),
    guardsLeaving: true,
    done: 'Sent for review',
  });
  return (
    <form {...props}>
      <Stack maw={520}>
        <TextInput
          label="Legal name"
          required
          autoComplete="organization"
          {...form.getInputProps('legalName')}
        />
        <Select
          label="Country"
          placeholder="Choose a country"
          data={countries()}
          searchable
          required
          {...form.getInputProps('country')}
        />
        <TextInput label="Website" placeholder="https://" {...form.getInputProps('website')} />
        <TextInput label="Registration number" {...form.getInputProps('registrationNumber')} />
        <Textarea label="What you sell" autosize {...form.getInputProps('businessDescription')} />
        <TextInput label="Owner’s name" {...form.getInputProps('ownerName')} />
        <TextInput label="Owner’s email" type="email" {...form.getInputProps('ownerEmail')} />
        <Problem error={problem} />
        <Group>
          <Button type="submit" loading={action.isBusy}>
            Send for review
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
