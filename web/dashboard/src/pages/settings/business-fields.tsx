import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { tooLong } from '../../parts/too-long.ts';

type FieldName = 'businessName' | 'taxId' | 'businessAddress';

const MAX_ADDRESS_LINES = 8;

/** The errors of the seller's details: the service's own don't say the limit. */
export function checkBusiness(values: Readonly<Record<FieldName, string>>) {
  const { businessName, taxId, businessAddress } = values;
  const isTooHigh = businessAddress.trim().split('\n').length > MAX_ADDRESS_LINES;
  return {
    businessName: tooLong(businessName, 200),
    taxId: tooLong(taxId, 64),
    businessAddress: isTooHigh
      ? `Enter at most ${MAX_ADDRESS_LINES} lines.`
      : tooLong(businessAddress, 300),
  };
}

interface Props<Values> {
  readonly form: UseFormReturnType<Values>;
  readonly disabled: boolean;
}

/** The seller's details, shown to buyers on hosted pages and receipts. */
export function BusinessFields<Values extends Record<FieldName, string>>({
  form,
  disabled,
}: Props<Values>) {
  return (
    <>
      <TextInput
        label="Business name"
        description="Legal name, shown on checkout and receipts. Defaults to the store’s name."
        autoComplete="organization"
        disabled={disabled}
        {...form.getInputProps('businessName')}
      />
      <TextInput
        label="Tax ID"
        description="Shown on checkout and receipts, such as a VAT number."
        disabled={disabled}
        {...form.getInputProps('taxId')}
      />
      <Textarea
        label="Business address"
        description="Shown on checkout and receipts."
        autoComplete="street-address"
        autosize
        minRows={2}
        disabled={disabled}
        {...form.getInputProps('businessAddress')}
      />
    </>
  );
}
