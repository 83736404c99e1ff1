import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

type FieldName = 'businessName' | 'taxId' | 'businessAddress';

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
        maxLength={200}
        disabled={disabled}
        {...form.getInputProps('businessName')}
      />
      <TextInput
        label="Tax ID"
        description="Shown on checkout and receipts, such as a VAT number."
        maxLength={64}
        disabled={disabled}
        {...form.getInputProps('taxId')}
      />
      <Textarea
        label="Business address"
        description="Shown on checkout and receipts."
        autoComplete="street-address"
        autosize
        minRows={2}
        maxLength={300}
        disabled={disabled}
        {...form.getInputProps('businessAddress')}
      />
    </>
  );
}
