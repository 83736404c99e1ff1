import { ColorInput, SimpleGrid, TextInput } from '@mantine/core';
import type { Theme } from './theme.ts';

const COLORS = {
  checkoutColorPrimary: 'Buttons',
  checkoutColorBackground: 'Page',
  checkoutColorCard: 'Cards',
  checkoutColorText: 'Text',
} as const;

/** The fields of one theme. */
export function ThemeFields({
  scheme,
  theme,
  onChange,
  disabled,
}: {
  readonly scheme: 'light' | 'dark';
  readonly theme: Theme;
  readonly onChange: (theme: Theme) => void;
  readonly disabled: boolean;
}) {
  const named = (label: string) => `${label}, ${scheme} theme`;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      {Object.entries(COLORS).map(([field, label]) => (
        <ColorInput
          key={field}
          label={label}
          aria-label={named(label)}
          format="hex"
          disabled={disabled}
          eyeDropperButtonProps={{ 'aria-label': `Pick ${named(label)} from the screen` }}
          value={theme[field as keyof typeof COLORS]}
          onChange={(value) => onChange({ ...theme, [field]: value })}
        />
      ))}
      <TextInput
        label="Corners"
        aria-label={named('Corners')}
        description="For example, 8px or 0.5rem"
        disabled={disabled}
        value={theme.checkoutBorderRadius}
        onChange={(event) =>
          onChange({ ...theme, checkoutBorderRadius: event.currentTarget.value })
        }
      />
      <TextInput
        label="Logo"
        aria-label={named('Logo')}
        description="Address of an image, https"
        disabled={disabled}
        value={theme.checkoutLogo ?? ''}
        onChange={(event) =>
          onChange({ ...theme, checkoutLogo: event.currentTarget.value.trim() || null })
        }
      />
    </SimpleGrid>
  );
}
