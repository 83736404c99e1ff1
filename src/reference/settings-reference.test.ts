import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderEnvExample, renderSettingsPage } from './settings-reference.ts';

const root = join(import.meta.dirname, '..', '..');

describe('settings reference', () => {
  it('finds .env.example current (npm run docs:generate)', () => {
    expect(readFileSync(join(root, '.env.example'), 'utf8')).toBe(renderEnvExample());
  });

  it('finds docs/reference/settings.md current (npm run docs:generate)', () => {
    const path = join(root, 'docs', 'reference', 'settings.md');
    expect(readFileSync(path, 'utf8')).toBe(renderSettingsPage());
  });
});
