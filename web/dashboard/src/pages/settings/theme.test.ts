import { describe, expect, it } from 'vitest';
import { changedSettings, colorOr, inkOn, radiusOr, themeComplaints } from './theme.ts';

const fine = {
  checkoutLogo: null,
  ...{ checkoutColorPrimary: '#000', checkoutColorBackground: '#FFFFFF' },
  ...{ checkoutColorCard: '#F5F5F5CC', checkoutColorText: '#1A1A1A' },
  checkoutBorderRadius: '0.5rem',
};

describe('the theme form', () => {
  it('sends a changed color without setting anything else', () => {
    const before = { defaultDarkMode: false, light: fine, dark: fine };
    const dark = { ...fine, checkoutColorText: '#FFF' };
    expect(changedSettings(before, { ...before, dark })).toEqual({
      dark: { checkoutColorText: '#FFF' },
    });
    expect(changedSettings(before, { ...before, defaultDarkMode: true })).toEqual({
      defaultDarkMode: true,
    });
  });
});

describe('the theme preview', () => {
  it('accepts the same colors and radii as the service', () => {
    expect(['#fff', '#102030', '#10203040'].map((color) => colorOr(color, 'x'))).not.toContain('x');
    expect(['red', '#12', 'url(x)', '#12345'].map((color) => colorOr(color, 'x'))).toEqual(
      Array(4).fill('x'),
    );
    expect(radiusOr('1.5rem')).toBe('1.5rem');
    expect(radiusOr('8px;color:red')).toBe('0px');
  });

  it('reports each field that the service would refuse', () => {
    const logo = 'https://cdn.example/logo.png';
    expect(themeComplaints({ light: fine, dark: { ...fine, checkoutLogo: logo } })).toEqual({});
    const light = { ...fine, checkoutLogo: 'data:image/png,', checkoutBorderRadius: '8' };
    const dark = { ...fine, checkoutColorText: 'red', checkoutLogo: logo.padEnd(2_049, 'x') };
    expect(Object.keys(themeComplaints({ light, dark }))).toEqual([
      ...['light.checkoutLogo', 'light.checkoutBorderRadius'],
      ...['dark.checkoutLogo', 'dark.checkoutColorText'],
    ]);
  });

  it('uses the more readable text color', () => {
    expect(inkOn('#000')).toBe('#FFFFFF');
    expect(inkOn('#ffdd00')).toBe('#000000');
    expect(inkOn('#1a1a1a')).toBe('#FFFFFF');
  });
});
