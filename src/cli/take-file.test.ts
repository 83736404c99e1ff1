import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { takeFile } from './take-file.ts';

const parts = {} as { folder: string; source: string; target: string };

beforeEach(async () => {
  parts.folder = await mkdtemp(join(tmpdir(), 'tillgate-take-'));
  await mkdir(join(parts.folder, 'from'));
  await mkdir(join(parts.folder, 'to'));
  parts.source = join(parts.folder, 'from', 'made.backup');
  parts.target = join(parts.folder, 'to', 'shop.backup');
  await writeFile(parts.source, 'rows', { mode: 0o600 });
});

afterEach(() => rm(parts.folder, { recursive: true, force: true }));

const namesIn = (name: string) => readdir(join(parts.folder, name));

describe('a file that the service made', () => {
  it('is moved with its mode', async () => {
    await takeFile(parts.source, parts.target);
    expect(await readFile(parts.target, 'utf8')).toBe('rows');
    expect((await stat(parts.target)).mode & 0o777).toBe(0o600);
    expect([await namesIn('from'), await namesIn('to')]).toEqual([[], ['shop.backup']]);
  });

  it('is not left behind if the target can’t be written', async () => {
    const target = join(parts.folder, 'missing', 'shop.backup');
    await expect(takeFile(parts.source, target)).rejects.toThrow('ENOENT');
    expect(await namesIn('from')).toEqual([]);
  });

  it('leaves nothing unfinished if the complete copy can’t get its name', async () => {
    await mkdir(parts.target);
    await expect(takeFile(parts.source, parts.target)).rejects.toThrow(/EISDIR|ENOTEMPTY/);
    expect([await namesIn('from'), await namesIn('to')]).toEqual([[], ['shop.backup']]);
  });
});
