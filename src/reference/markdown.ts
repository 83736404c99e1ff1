import type { Action } from '../contract/action.ts';
import { answerFields, type Field, requestFields } from './fields.ts';
import { tagOf } from './openapi.ts';
import { credentialNames } from './openapi-security.ts';

/** The reference of all actions as one Markdown page, for `docs/reference/actions.md`. */
export function actionsMarkdown(actions: readonly Action[]): string {
  const tags = [...new Set(actions.map(tagOf))];
  const sections = tags.map((tag) => {
    const own = actions.filter((action) => tagOf(action) === tag);
    return `## ${tag}\n\n${own.map(actionSection).join('\n')}`;
  });
  return `${HEAD}\n${sections.join('\n')}`;
}

const HEAD = `# Actions

Generated from the list of actions (\`npm run docs:generate\`). Every action is a
\`POST /v1/actions/<path>\` with a JSON body; the answer is \`{ "data": ... }\` or
\`{ "data": null, "errors": [...] }\`. Errors that any call can meet are in
[errors.md](errors.md).
`;

function actionSection(action: Action): string {
  const credentials = action.auth.map((kind) => credentialNames[kind]).join(', ');
  return [
    `### ${action.path}\n`,
    `${action.summary}. Credentials: ${credentials}.\n`,
    fieldTable('Request', requestFields(action)),
    fieldTable('Answer', answerFields(action)),
    errorTableOf(action),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function fieldTable(title: string, fields: readonly Field[]): string {
  if (fields.length === 0) return '';
  const rows = fields.map(
    ({ name, type, required, description }) =>
      `| \`${name}\` | ${escapeCell(type)} | ${required ? 'yes' : 'no'} | ${escapeCell(description)} |`,
  );
  return `| ${title} | Type | Required | Meaning |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

function errorTableOf({ errors }: Action): string {
  const rows = Object.values(errors).map(
    ({ status, template, layer }) => `| ${status} | \`${escapeCell(template)}\` | ${layer} |`,
  );
  return rows.length === 0
    ? ''
    : `| Status | Message | Layer |\n|---|---|---|\n${rows.join('\n')}\n`;
}

/** The errors any call can return, as a Markdown page, for `docs/reference/errors.md`. */
export function gatewayErrorsMarkdown(errors: Action['errors']): string {
  const rows = Object.values(errors).map(
    ({ status, template, layer }) => `| ${status} | \`${escapeCell(template)}\` | ${layer} |`,
  );
  return `# Errors that any call can meet

Generated from the gateway's error table (\`npm run docs:generate\`).

| Status | Message | Layer |
|---|---|---|
${rows.join('\n')}
`;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}
