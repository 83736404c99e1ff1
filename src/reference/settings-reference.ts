import { z } from 'zod';
import { configShape } from '../config.ts';

/** A setting as its reader needs it. */
interface Setting {
  readonly name: string;
  readonly sentence: string;
  /** As it would be written in an environment; empty when there is none. */
  readonly fallback: string;
  /** The only values it takes, when they can be listed. */
  readonly choices: readonly string[];
}

/** `.env.example`: every setting with its default, commented out. */
export function renderEnvExample(): string {
  const head = [
    '# Settings of Tillgate. Copy to .env, which a start reads when it is there; the environment',
    '# goes before it. Everything has a default. Generated: npm run docs:generate',
  ];
  const settings = listSettings().flatMap(({ name, sentence, fallback, choices }) => [
    '',
    `# ${sentence}${choices.length > 0 ? ` One of: ${choices.join(', ')}.` : ''}`,
    `# ${name}=${fallback}`,
  ]);
  return `${[...head, ...settings].join('\n')}\n`;
}

/** The settings page of the documentation, in Markdown. */
export function renderSettingsPage(): string {
  const head = [
    '# Settings',
    '',
    'Read once at the start from the environment, and from a file `.env` in the working directory',
    'when there is one; environment variables take precedence. A value that can’t be used, and a name that',
    'looks like a misspelled setting, stop the start and are named. Generated from `src/config.ts` by `npm run docs:generate`.',
    '',
    '| Setting | Default | Values | What it does |',
    '|---|---|---|---|',
  ];
  const rows = listSettings().map(({ name, sentence, fallback, choices }) =>
    ['', `\`${name}\``, code(fallback), choices.map(code).join(' '), sentence, '']
      .join(' | ')
      .trim(),
  );
  return `${[...head, ...rows].join('\n')}\n`;
}

function listSettings(): readonly Setting[] {
  return Object.entries<z.ZodType>(configShape).map(([name, schema]) => {
    const sentence = schema.description;
    if (!sentence) throw new Error(`${name} has no description`);
    const { data } = schema.safeParse(undefined);
    return {
      name,
      sentence,
      fallback: data === undefined ? '' : String(data),
      choices: choicesOf(schema),
    };
  });
}

function choicesOf(schema: z.ZodType): readonly string[] {
  const { enum: choices } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return (choices ?? []).map(String);
}

function code(text: string): string {
  return text === '' ? '' : `\`${text}\``;
}
