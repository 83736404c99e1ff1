import { Anchor, Button, Card, Group, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Time } from '../../parts/time.tsx';
import { useActionForm } from '../../parts/use-action-form.ts';
import type { Product } from './product.ts';

const LIVES = [
  { value: '2700', label: '45 minutes' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
];

/** Creates a checkout session and shows its link, to send to one buyer. */
export function CheckoutLink({ product }: { readonly product: Product }) {
  const currencies = product.prices.map(({ currency }) => currency);
  const { form, action, props, problem } = useActionForm('checkout/create-session', {
    initial: { currency: currencies[0] ?? '', life: '86400', buyerEmail: '', externalId: '' },
    body: ({ currency, life, buyerEmail, externalId }) => ({
      productId: product.id,
      currency,
      expiresInSeconds: Number(life),
      buyerEmail,
      orderMerchantExternalId: externalId,
    }),
    fields: { orderMerchantExternalId: 'externalId' },
  });
  /** A link is for what was chosen when it was created, so any change hides it. */
  const field = (name: keyof typeof form.values) => {
    const { onChange, ...others } = form.getInputProps(name);
    const change = (value: unknown) => {
      action.reset();
      onChange(value);
    };
    return { ...others, onChange: change };
  };
  return (
    <Card withBorder>
      <Title order={2} size="h4" mb="xs">
        Checkout link
      </Title>
      <form {...props} noValidate>
        <Stack gap="sm">
          <Problem error={problem} />
          <Group grow>
            <Select
              label="Currency"
              data={currencies}
              allowDeselect={false}
              {...field('currency')}
            />
            <Select label="Expires after" data={LIVES} allowDeselect={false} {...field('life')} />
          </Group>
          <TextInput label="Buyer’s email" description="Optional" {...field('buyerEmail')} />
          <TextInput label="Your order ID" description="Optional" {...field('externalId')} />
          <Button type="submit" variant="default" loading={action.isBusy}>
            Create checkout link
          </Button>
        </Stack>
      </form>
      {action.data ? (
        <Stack gap={4} mt="md" role="status">
          <Group gap={4} wrap="nowrap">
            <Anchor href={action.data.checkoutUrl} target="_blank" rel="noreferrer" truncate>
              {action.data.checkoutUrl}
            </Anchor>
            <CopyButton value={action.data.checkoutUrl} label="Copy checkout link" />
          </Group>
          <Text size="sm" c="dimmed">
            Valid for one purchase, until <Time iso={action.data.expiresAt} />
          </Text>
        </Stack>
      ) : null}
    </Card>
  );
}
