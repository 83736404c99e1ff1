import { Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { Conflict } from '../../parts/conflict.ts';
import { ConflictNotice } from '../../parts/conflict-notice.tsx';
import { REQUIRED } from '../../parts/form-checks.ts';
import { PageButton } from '../../parts/links.tsx';
import { Problem } from '../../parts/problem.tsx';
import { MediaFields } from './media-fields.tsx';
import { MetadataFields } from './metadata-fields.tsx';
import { PriceFields } from './price-fields.tsx';
import type { ProductKind } from './product.ts';
import type { ProductValues } from './product-values.ts';

const PERIOD_CHOICES = [
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
  { value: 'quarterly', label: 'Every quarter' },
  { value: 'yearly', label: 'Every year' },
];

/** Words in error messages, mapped to their field. */
export const PRODUCT_FIELDS = {
  'billing period': 'billingPeriod',
  trialdays: 'trialDays',
} as const;

/** Labels of the fields. */
export const PRODUCT_LABELS = {
  name: 'Name',
  description: 'Description',
  billingPeriod: 'Billing period',
  prices: 'Prices',
  media: 'Media',
  successUrl: 'Redirect after payment',
  trialDays: 'Trial days',
  metadata: 'Metadata',
} as const;

interface Props {
  readonly kind: ProductKind;
  readonly form: UseFormReturnType<ProductValues>;
  readonly onSubmit: (event?: React.FormEvent<HTMLFormElement>) => void;
  readonly problem: Error | null;
  readonly conflict: Conflict | null;
  readonly isBusy: boolean;
  readonly submit: string;
  /** The page to return to on cancel. */
  readonly back: string;
}

/** The fields of a product, of either kind. */
export function ProductForm(props: Props) {
  const { kind, form, onSubmit, problem, conflict, isBusy, submit, back } = props;
  const isSubscription = kind === 'subscription';
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack maw={760}>
        {conflict ? <ConflictNotice conflict={conflict} /> : null}
        <Problem error={problem} />
        <TextInput label="Name" {...REQUIRED} {...form.getInputProps('name')} />
        <Textarea
          label="Description"
          description="Markdown, shown at checkout"
          autosize
          minRows={3}
          {...form.getInputProps('description')}
        />
        {isSubscription ? (
          <Group grow align="flex-start">
            <Select
              label="Billing period"
              data={PERIOD_CHOICES}
              allowDeselect={false}
              {...form.getInputProps('billingPeriod')}
            />
            <TextInput
              label="Trial days"
              description="Leave empty for no trial"
              inputMode="numeric"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps('trialDays')}
            />
          </Group>
        ) : null}
        <PriceFields form={form} hasTrial={isSubscription && form.values.trialDays.trim() !== ''} />
        <TextInput
          label="Redirect after payment"
          description="Leave empty to show the receipt"
          type="url"
          {...form.getInputProps('successUrl')}
        />
        <MediaFields form={form} />
        <MetadataFields form={form} />
        <Group>
          <Button type="submit" loading={isBusy}>
            {submit}
          </Button>
          <PageButton page={back} variant="default">
            Cancel
          </PageButton>
        </Group>
      </Stack>
    </form>
  );
}
