import { Progress as Bar, Card, Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { CheckIcon, CircleIcon } from '@radix-ui/react-icons';
import { PageLink } from '../../parts/links.tsx';
import type { Progress } from './progress.ts';

interface Step {
  readonly title: string;
  readonly text: string;
  readonly isDone: boolean;
  /** The page for this step. */
  readonly page: string;
}

/** The remaining steps until a store sells. */
export function FirstHour({ progress }: { readonly progress: Progress }) {
  const steps = stepsOf(progress);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Card withBorder padding="lg">
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Your first sale
        </Title>
        <Text size="sm" c="dimmed">
          {done} of {steps.length} done
        </Text>
      </Group>
      <Bar value={(100 * done) / steps.length} aria-label="Steps done" mb="md" />
      <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {steps.map((step) => (
          <StepLine key={step.title} step={step} />
        ))}
      </Stack>
    </Card>
  );
}

function StepLine({ step: { title, text, isDone, page } }: { readonly step: Step }) {
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="sm">
      <ThemeIcon
        size="sm"
        radius="xl"
        variant={isDone ? 'filled' : 'default'}
        color="green.9"
        role="img"
        aria-label={isDone ? 'Done' : 'To do'}
      >
        {isDone ? <CheckIcon aria-hidden="true" /> : <CircleIcon aria-hidden="true" />}
      </ThemeIcon>
      <div>
        {isDone ? <Text>{title}</Text> : <PageLink page={page}>{title}</PageLink>}
        {isDone ? null : (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        )}
      </div>
    </Group>
  );
}

function stepsOf(progress: Progress): readonly Step[] {
  const { onetime, subscription, store } = progress;
  const product = onetime[0]?.id ?? subscription[0]?.id;
  const productPage = product === undefined ? 'products/new' : `products/${product}`;
  return [
    { title: 'Create a store', text: '', isDone: true, page: '' },
    {
      title: 'Create a product',
      text: 'A name and a price are enough. You can change everything later.',
      isDone: product !== undefined,
      page: 'products/new',
    },
    {
      title: 'Notify your server of sales',
      text: 'Add a webhook to receive every order, renewal and refund, signed.',
      isDone: store.storeWebhooks.length > 0,
      page: 'webhooks/new',
    },
    {
      title: 'Buy it yourself',
      text: 'Create a checkout link and pay with card 4242 4242 4242 4242: no money moves in test.',
      isDone: progress.paidCount > 0,
      page: productPage,
    },
    {
      title: 'See the event arrive',
      text: 'The delivery log shows each attempt and your server’s response.',
      isDone: progress.delivered.length > 0,
      page: 'deliveries',
    },
    {
      title: 'Go live',
      text: 'Have your store enabled for production, then publish your products.',
      isDone: store.prodEnabled,
      page: 'settings/verification',
    },
  ];
}
