import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { Action } from '../contract/action.ts';
import { answerFields, type Field, requestFields } from './fields.ts';
import { tagOf } from './openapi.ts';
import { credentialNames } from './openapi-security.ts';

export interface ReferenceModel {
  readonly actions: readonly Action[];
  readonly gatewayErrors: Action['errors'];
  readonly publicUrl: string;
}

/** The reference as one HTML page: every action with its fields and its exact errors. */
export function renderReference(model: ReferenceModel): string {
  return `<!doctype html>${renderToString(<Page {...model} />)}`;
}

function Page({ actions, gatewayErrors, publicUrl }: ReferenceModel) {
  const tags = [...new Set(actions.map(tagOf))];
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Tillgate API reference</title>
        <link rel="stylesheet" href="/docs/reference.css" />
      </head>
      <body>
        <a class="skip" href="#content">
          Skip to content
        </a>
        <Navigation actions={actions} tags={tags} />
        <main id="content">
          <Introduction publicUrl={publicUrl} />
          {tags.map((tag) => (
            <section key={tag} aria-labelledby={`tag-${tag}`}>
              <h2 id={`tag-${tag}`}>{tag}</h2>
              {actions
                .filter((action) => tagOf(action) === tag)
                .map((action) => (
                  <ActionSection key={action.path} action={action} />
                ))}
            </section>
          ))}
          <h2 id="errors">Errors that any call can meet</h2>
          <ErrorRows errors={gatewayErrors} />
        </main>
      </body>
    </html>
  );
}

function Navigation({ actions, tags }: { actions: readonly Action[]; tags: readonly string[] }) {
  return (
    <nav aria-label="Actions">
      <p class="brand">Tillgate</p>
      <a href="#introduction">Introduction</a>
      {tags.map((tag) => (
        <details key={tag} open>
          <summary>{tag}</summary>
          {actions
            .filter((action) => tagOf(action) === tag)
            .map(({ path }) => (
              <a key={path} href={`#${path}`}>
                {path.split('/')[1]}
              </a>
            ))}
        </details>
      ))}
      <a href="#errors">Errors</a>
    </nav>
  );
}

function Introduction({ publicUrl }: { publicUrl: string }) {
  return (
    <section id="introduction">
      <h1>API reference</h1>
      <p>
        Every action is a <code>POST</code> to <code>{publicUrl}/v1/actions/&lt;path&gt;</code> with
        a JSON body. A success answers <code>200</code> with <code>{'{ "data": … }'}</code>, a
        refusal with <code>{'{ "data": null, "errors": [ … ] }'}</code>, whose first entry is the
        cause. A write may carry an <code>X-Idempotency-Key</code>: within 24 hours the same key
        gives the same answer.
      </p>
      <p>
        The same as a document for machines: <a href="/openapi.json">openapi.json</a>.
      </p>
    </section>
  );
}

function ActionSection({ action }: { action: Action }) {
  return (
    <article id={action.path} aria-labelledby={`title-${action.path}`}>
      <h3 id={`title-${action.path}`}>
        <a href={`#${action.path}`}>{action.path}</a>
      </h3>
      <p>
        {action.summary}.{' '}
        {action.auth.map((kind) => (
          <span key={kind} class="tag">
            {credentialNames[kind]}
          </span>
        ))}
      </p>
      <FieldRows title="Request" fields={requestFields(action)} />
      <FieldRows title="Answer" fields={answerFields(action)} />
      <ErrorRows errors={action.errors} />
    </article>
  );
}

function FieldRows({ title, fields }: { title: string; fields: readonly Field[] }) {
  if (fields.length === 0) return null;
  return (
    <Table head={[title, 'Type', 'Required', 'Meaning']}>
      {fields.map(({ name, type, required, description }) => (
        <tr key={name}>
          <td>
            <code>{name}</code>
          </td>
          <td>{type}</td>
          <td>{required ? 'yes' : ''}</td>
          <td>{description}</td>
        </tr>
      ))}
    </Table>
  );
}

function ErrorRows({ errors }: { errors: Action['errors'] }) {
  const rows = Object.values(errors);
  if (rows.length === 0) return null;
  return (
    <Table head={['Error', 'Message', 'Layer']}>
      {rows.map(({ code, status, template, layer }) => (
        <tr key={code}>
          <td>{status}</td>
          <td>
            <code>{template}</code>
          </td>
          <td>{layer}</td>
        </tr>
      ))}
    </Table>
  );
}

function Table({ head, children }: { head: readonly string[]; children: ComponentChildren }) {
  return (
    <div class="scroll">
      <table>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
