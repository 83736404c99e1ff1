import { Button, Group, MultiSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Conflict } from '../../parts/conflict.ts';
import { ConflictNotice } from '../../parts/conflict-notice.tsx';
import { REQUIRED } from '../../parts/form-checks.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Problem } from '../../parts/problem.tsx';
import { useGraphql } from '../../parts/use-graphql.ts';
import type { GroupValues } from './product-group.ts';

interface Choices {
  readonly subscriptionProducts: readonly { readonly id: string; readonly name: string }[];
}

const CHOICES = `query ($storeId: ID!) {
  subscriptionProducts(storeId: $storeId, limit: 100) { id name }
}`;

interface Props {
  readonly form: UseFormReturnType<GroupValues>;
  readonly onSubmit: (event?: React.FormEvent<HTMLFormElement>) => void;
  readonly problem: Error | null;
  readonly conflict: Conflict | null;
  readonly isBusy: boolean;
  readonly submit: string;
}

/**
 * The fields of a group, shown once the products have loaded, because selected ones appear by name.
 */
export function GroupForm(props: Props) {
  return (
    <Loaded query={useGraphql<Choices>(CHOICES)}>
      {({ subscriptionProducts }) => <Fields {...props} products={subscriptionProducts} />}
    </Loaded>
  );
}

interface FieldsProps extends Props {
  readonly products: Choices['subscriptionProducts'];
}

function Fields({ form, onSubmit, problem, conflict, isBusy, submit, products }: FieldsProps) {
  const choices = products.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack maw={640}>
        {conflict ? <ConflictNotice conflict={conflict} /> : null}
        <Problem error={problem} />
        <TextInput label="Name" {...REQUIRED} {...form.getInputProps('name')} />
        <Textarea label="Description" autosize {...form.getInputProps('description')} />
        <MultiSelect
          label="Products"
          description="A product can be in only one group. Buyers see the products in this order."
          data={choices}
          searchable
          {...form.getInputProps('productIds')}
        />
        <Switch
          label="One trial for the whole group"
          {...form.getInputProps('sharedTrial', { type: 'checkbox' })}
        />
        <Switch
          label="Buyers can switch plans"
          {...form.getInputProps('selfServicePlanChange', { type: 'checkbox' })}
        />
        <Group>
          <Button type="submit" loading={isBusy}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
