import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseLanguage, type Language } from '../kit/languages.ts';
import type { MessageTable } from '../kit/messages.ts';

/** The parts of a language's file. */
export const SECTIONS = [
  'checkout',
  'storefront',
  'planChange',
  'portal',
  'receipt',
  'mail',
] as const;

export type Section = (typeof SECTIONS)[number];
export type TextFile = Readonly<Partial<Record<Section, MessageTable>>>;

/** What `<tag>.json` holds; nothing if there is no such file. */
export function readTexts(tag: string): TextFile {
  const path = join(import.meta.dirname, `${tag}.json`);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
}

/** A section in a language: that of its base, with what its region says differently. */
export function readSection(language: Language, section: Section): MessageTable {
  const base = readTexts(baseLanguage(language))[section] ?? {};
  const regional = readTexts(language)[section] ?? {};
  const changed = Object.entries(regional).map(([name, entry]) => {
    const shared = base[name];
    const isGroup = typeof entry === 'object' && typeof shared === 'object';
    return [name, isGroup ? { ...shared, ...entry } : entry];
  });
  return { ...base, ...Object.fromEntries(changed) };
}
