import { Button, Code, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useAction } from '../../parts/use-action.ts';
import { useGraphql } from '../../parts/use-graphql.ts';
import type { Subscription } from './subscription-fields.ts';

interface Plan {
  readonly id: string;
  readonly name: string;
  readonly billingPeriod: string;
  readonly prices: readonly { readonly currency: string }[];
}

const PLANS = `query ($storeId: ID!) {
  subscriptionProducts(storeId: $storeId, filter: { status: { eq: "active" } }, limit: 100) {
    id name billingPeriod prices { currency }
  }
}`;

const TIMINGS = [
  { value: '', label: 'Upgrades immediately, downgrades at the end of the period' },
  { value: 'immediate', label: 'Immediately: unused time is credited' },
  { value: 'next_period', label: 'When the current period ends' },
];

/** Opens the form that creates a link for the buyer to confirm a plan change. */
export function PlanChangeButton({ subscription }: { readonly subscription: Subscription }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const result = useGraphql<{ subscriptionProducts: readonly Plan[] }>(
    PLANS,
    {},
    { enabled: isOpen },
  );
  return (
    <>
      <Button variant="light" onClick={open}>
        Change plan
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title="Offer another plan"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {isOpen ? (
          <Loaded query={result}>
            {({ subscriptionProducts }) => (
              <PlanChange subscription={subscription} plans={subscriptionProducts} />
            )}
          </Loaded>
        ) : null}
      </Modal>
    </>
  );
}

function PlanChange({
  subscription: { id, priceSnapshot, subscriptionProduct },
  plans,
}: {
  readonly subscription: Subscription;
  readonly plans: readonly Plan[];
}) {
  const [productId, setProductId] = useState<string | null>(null);
  const [timing, setTiming] = useState('');
  const create = useAction('checkout/create-session');
  const { currency } = priceSnapshot;
  const targets = plans.filter(
    (plan) =>
      plan.id !== subscriptionProduct?.id &&
      plan.prices.some((price) => price.currency === currency),
  );
  if (targets.length === 0) {
    return <Text>No other active plan of this store has a price in {currency}.</Text>;
  }
  const offer = () => {
    if (productId === null) return;
    const changeTiming = timing === '' ? {} : { changeTiming: timing as 'immediate' };
    create.run({ productId, currency, originOrderId: id, ...changeTiming });
  };
  /** A link is for what was chosen when it was created, so any change hides it. */
  const choose = (set: () => void) => {
    create.reset();
    set();
  };
  return (
    <Stack>
      <Text size="sm">
        Creates a link where the buyer can see what’s due now and next, and confirm the change.
      </Text>
      <Select
        label="New plan"
        data={targets.map((plan) => ({
          value: plan.id,
          label: `${plan.name}, ${plan.billingPeriod}`,
        }))}
        value={productId}
        onChange={(chosen) => choose(() => setProductId(chosen))}
      />
      <Select
        label="When"
        data={TIMINGS}
        value={timing}
        onChange={(chosen) => choose(() => setTiming(chosen ?? ''))}
        allowDeselect={false}
      />
      <Problem error={create.error} />
      {create.data ? <ChangeLink url={create.data.checkoutUrl} /> : null}
      <Group justify="flex-end">
        <Button disabled={productId === null} loading={create.isBusy} onClick={offer}>
          Create link
        </Button>
      </Group>
    </Stack>
  );
}

function ChangeLink({ url }: { readonly url: string }) {
  return (
    <Group gap="xs" wrap="nowrap" role="status">
      <Code style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{url}</Code>
      <CopyButton value={url} label="Copy link" />
    </Group>
  );
}
