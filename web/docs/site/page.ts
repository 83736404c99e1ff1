/** The parts of the documentation, in the order of the navigation. */
export const SECTIONS = [
  'Start',
  'Guides',
  'Build',
  'Actions',
  'Events',
  'GraphQL',
  'Contract',
  'Operate',
] as const;
export type Section = (typeof SECTIONS)[number];

/** One page of the documentation: written in Markdown, shown as HTML. */
export interface DocPage {
  /** Its URL, such as `/docs/actions/store/create-store`. */
  readonly path: string;
  readonly section: Section;
  /** Groups related pages of a section, such as the actions of a resource. */
  readonly group?: string;
  readonly title: string;
  /** Its name in the navigation, if it differs from the title. */
  readonly label?: string;
  /** A one-sentence description. */
  readonly summary: string;
  /** Starts with the page's heading; links are URLs of the site. */
  readonly markdown: string;
}

/** A file that is served unchanged. */
export interface DocFile {
  readonly path: string;
  readonly contentType: string;
  readonly content: string | Buffer;
}

/** A Markdown table; its cells are Markdown as well. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

export function fence(language: string, code: string): string {
  return `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
