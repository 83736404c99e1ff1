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
import { placePath, usePlace } from '../../app/place.ts';
import { countries } from '../../parts/filter-inputs.tsx';
import { REQUIRED } from '../../parts/form-checks.ts';
import { TextLink } from '../../parts/links.tsx';
import { Problem } from '../../parts/problem.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { tooLong } from '../../parts/too-long.ts';
import { useActionForm } from '../../parts/use-action-form.ts';

const OPEN = ['pending', 'processing'];
const MAX_NAME_LENGTH = 200;
const MAX_DETAIL_LENGTH = 300;

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
  const { store } = usePlace();
  if (prodEnabled) return <Text size="sm">Reviewed. Production is enabled.</Text>;
  if (status === 'rejected') {
    return (
      <Text size="sm">
        Your last request was rejected. The email to the owner has the operator’s note, if there is
        one. You’ll also find it in the{' '}
        <TextLink
          to={placePath('prod', store.id, 'mailbox?recipient=merchant')}
          inherit
          underline="always"
        >
          live mailbox
        </TextLink>
        . Correct the details and send them again.
      </Text>
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
    check: ({ country, legalName, website: _, ...details }) => ({
      country: country ? null : 'Choose a country.',
      legalName: tooLong(legalName, MAX_NAME_LENGTH),
      ...Object.fromEntries(
        Object.entries(details).map(([name, text]) => [name, tooLong(text, MAX_DETAIL_LENGTH)]),
      ),
    }),
    guardsLeaving: true,
    done: 'Sent for review',
  });
  return (
    <form {...props}>
      <Stack maw={520}>
        <TextInput
          label="Legal name"
          {...REQUIRED}
          autoComplete="organization"
          {...form.getInputProps('legalName')}
        />
        <Select
          label="Country"
          placeholder="Choose a country"
          data={countries()}
          searchable
          nothingFoundMessage="No such country"
          {...REQUIRED}
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
