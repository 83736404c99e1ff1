import { ColorInput, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { UploadPicture } from '../../parts/upload-picture.tsx';
import type { CheckoutSettings } from './theme.ts';

const COLORS = {
  checkoutColorPrimary: 'Buttons',
  checkoutColorBackground: 'Page',
  checkoutColorCard: 'Cards',
  checkoutColorText: 'Text',
} as const;

interface Props {
  readonly scheme: 'light' | 'dark';
  readonly form: UseFormReturnType<CheckoutSettings>;
  readonly disabled: boolean;
}

/** The fields of one theme. */
export function ThemeFields({ scheme, form, disabled }: Props) {
  const named = (label: string) => `${label}, ${scheme} theme`;
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        {Object.entries(COLORS).map(([field, label]) => (
          <ColorInput
            key={field}
            label={label}
            aria-label={named(label)}
            format="hex"
            disabled={disabled}
            eyeDropperButtonProps={{ 'aria-label': `Pick ${named(label)} from the screen` }}
            {...form.getInputProps(`${scheme}.${field}`)}
          />
        ))}
        <TextInput
          label="Corners"
          aria-label={named('Corners')}
          description="For example, 8px or 0.5rem"
          disabled={disabled}
          {...form.getInputProps(`${scheme}.checkoutBorderRadius`)}
        />
        <LogoField scheme={scheme} form={form} disabled={disabled} />
      </SimpleGrid>
      {disabled ? null : (
        <UploadPicture
          label={`Upload a logo, ${scheme} theme`}
          onUploaded={(url) => form.setFieldValue(`${scheme}.checkoutLogo`, url)}
        />
      )}
    </Stack>
  );
}

/** The theme's own logo; empty for none. */
function LogoField({ scheme, form, disabled }: Props) {
  const path = `${scheme}.checkoutLogo` as const;
  const { onChange: _, value, ...props } = form.getInputProps(path);
  return (
    <TextInput
      label="Logo"
      aria-label={`Logo, ${scheme} theme`}
      description="URL of an image, preferably https"
      disabled={disabled}
      {...props}
      value={value ?? ''}
      onChange={({ currentTarget }) => form.setFieldValue(path, currentTarget.value.trim() || null)}
    />
  );
}
