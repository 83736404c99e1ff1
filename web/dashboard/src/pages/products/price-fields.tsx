import {
  ActionIcon,
  Button,
  Checkbox,
  Fieldset,
  Group,
  Select,
  Stack,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { PlusIcon, TrashIcon } from '@radix-ui/react-icons';
import { inWords } from '../../parts/in-words.ts';
import { NO_PRICE, type ProductValues } from './product-values.ts';

/** Currencies the sandbox and most providers can charge; prices can be stored in any. */
const USUAL = ['USD', 'EUR', 'GBP', 'JPY', 'HKD', 'CNY'];
const CURRENCIES = [
  { group: 'Common', items: USUAL },
  {
    group: 'All',
    items: Intl.supportedValuesOf('currency').filter((code) => !USUAL.includes(code)),
  },
];

const TAX_CATEGORIES = [
  'digital_goods',
  'saas',
  'software',
  'ebook',
  'online_course',
  'consulting',
  'professional_service',
].map((value) => ({ value, label: inWords(value) }));

/** Pixels by which an element without a label is offset to align with its labeled neighbor. */
const LABEL_HEIGHT = 32;
/** The height of a large ActionIcon; rows without one are as high. */
const ICON_HEIGHT = 34;

interface Props {
  readonly form: UseFormReturnType<ProductValues>;
  readonly hasTrial: boolean;
}

/** A price for each currency. */
export function PriceFields({ form, hasTrial }: Props) {
  const { prices } = form.values;
  const unused = USUAL.find((code) => prices.every(({ currency }) => currency !== code));
  return (
    <Fieldset legend="Prices" miw={0}>
      <Stack>
        {prices.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: prices have nothing else of their own.
          <PriceRow key={index} form={form} index={index} hasTrial={hasTrial} />
        ))}
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<PlusIcon aria-hidden="true" />}
            onClick={() =>
              form.insertListItem('prices', {
                ...(prices.at(-1) ?? NO_PRICE),
                currency: unused ?? '',
                amount: '',
                trialAmount: '',
              })
            }
          >
            Add a currency
          </Button>
        </Group>
      </Stack>
    </Fieldset>
  );
}

function PriceRow({ form, index, hasTrial }: Props & { readonly index: number }) {
  const path = `prices.${index}`;
  return (
    <Group align="flex-start" gap="xs">
      <Select
        label="Currency"
        data={CURRENCIES}
        searchable
        nothingFoundMessage="No such currency"
        allowDeselect={false}
        w={110}
        {...form.getInputProps(`${path}.currency`)}
      />
      <TextInput
        label="Amount"
        inputMode="decimal"
        placeholder="9.90"
        w={110}
        {...form.getInputProps(`${path}.amount`)}
      />
      {hasTrial ? (
        <TextInput
          label="Trial price"
          inputMode="decimal"
          placeholder="free"
          w={110}
          {...form.getInputProps(`${path}.trialAmount`)}
        />
      ) : null}
      <Select
        label="Tax category"
        data={TAX_CATEGORIES}
        allowDeselect={false}
        w={170}
        {...form.getInputProps(`${path}.taxCategory`)}
      />
      <Group wrap="nowrap" gap="xs" mt={LABEL_HEIGHT - 6} mih={ICON_HEIGHT}>
        <Checkbox
          label="Tax included"
          {...form.getInputProps(`${path}.taxIncluded`, { type: 'checkbox' })}
        />
        {form.values.prices.length > 1 ? (
          <ActionIcon
            variant="subtle"
            color="red"
            size="lg"
            aria-label={`Remove the price in ${form.values.prices[index]?.currency}`}
            onClick={() => form.removeListItem('prices', index)}
          >
            <TrashIcon aria-hidden="true" />
          </ActionIcon>
        ) : null}
      </Group>
    </Group>
  );
}
