import { type CSSVariablesResolver, createTheme } from '@mantine/core';
import type { MouseEvent } from 'react';

const SYSTEM_FONT =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily: SYSTEM_FONT,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontFamily: SYSTEM_FONT, fontWeight: '650' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // An icon-only close button needs a label; components can override it.
  components: {
    CloseButton: { defaultProps: { 'aria-label': 'Close' } },
    // A browser that translates the page leaves IDs, addresses and recovery codes as they are.
    Code: { defaultProps: { translate: 'no' } },
    // A password can be shown with the keyboard, too.
    PasswordInput: { defaultProps: { visibilityToggleFocusable: true } },
    // Typing after a click searches for what is typed instead of adding to the selected option's text.
    Select: {
      defaultProps: {
        onClick: ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
          if (!currentTarget.readOnly) currentTarget.select();
        },
      },
    },
    // Green and yellow titles on a light background of the same color are too pale to read.
    Alert: { styles: { title: { color: 'var(--mantine-color-text)' } } },
  },
});

/** Dimmed text keeps a contrast of 4.5 to 1 on every surface. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#51585f',
    '--mantine-color-placeholder': '#6a7178',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-anchor': '#364fc7',
    '--mantine-color-indigo-light-color': '#2a3eb1',
  },
  dark: {
    '--mantine-color-dimmed': '#b0b4ba',
    '--mantine-color-placeholder': '#9a9fa6',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-anchor': '#91a7ff',
    '--mantine-color-indigo-light-color': '#bac8ff',
  },
});
