import { describe, expect, it } from 'vitest';
import { colorOr, inkOn, radiusOr } from './theme.ts';

describe('the theme preview', () => {
  it('accepts the same colors and radii as the service', () => {
    expect(['#fff', '#102030', '#10203040'].map((color) => colorOr(color, 'x'))).not.toContain('x');
    expect(['red', '#12', 'url(x)', '#12345'].map((color) => colorOr(color, 'x'))).toEqual(
      Array(4).fill('x'),
    );
    expect(radiusOr('1.5rem')).toBe('1.5rem');
    expect(radiusOr('8px;color:red')).toBe('0px');
  });

  it('uses the more readable text color', () => {
    expect(inkOn('#000')).toBe('#FFFFFF');
    expect(inkOn('#ffdd00')).toBe('#000000');
    expect(inkOn('#1a1a1a')).toBe('#FFFFFF');
  });
});
