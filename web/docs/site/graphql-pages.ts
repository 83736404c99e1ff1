import {
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isScalarType,
  printSchema,
} from 'graphql';
import { rootFields } from '../../../src/graphql/roots.ts';
import { createSchema } from '../../../src/graphql/schema.ts';
import { SAMPLE } from '../../../src/reference/field-text.ts';
import { exampleTabs, type Request } from './examples.ts';
import type { DocFile, DocPage } from './page.ts';

const schema = createSchema(rootFields(null));
const OBJECTS = '/docs/graphql/objects';
const INPUTS = '/docs/graphql/inputs';

/** The queries, and every type of the schema. */
export function graphqlPages(): DocPage[] {
  const types = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith('__') && name !== 'Query')
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
  return [
    queriesPage(),
    {
      path: OBJECTS,
      section: 'GraphQL',
      title: 'GraphQL objects',
      label: 'Objects',
      summary: 'Every object that a query can read, with its fields.',
      markdown: `# GraphQL objects

The objects that [queries](/docs/graphql) return. \`!\` means never null, \`[…]\` a list.

${types.filter(isObject).map(objectSection).join('\n\n')}
`,
    },
    {
      path: INPUTS,
      section: 'GraphQL',
      title: 'GraphQL inputs and enums',
      label: 'Inputs and enums',
      summary: 'Filters, other inputs and enums that queries take.',
      markdown: `# GraphQL inputs and enums

The types that arguments of [queries](/docs/graphql) take.

${types.filter(isInput).map(inputSection).join('\n\n')}
`,
    },
  ];
}

/** The schema in SDL, for code generators. */
export const schemaFile: DocFile = {
  path: '/docs/schema.graphql',
  contentType: 'text/plain; charset=utf-8',
  content: `${printSchema(schema)}\n`,
};

function isObject(type: GraphQLNamedType): type is GraphQLObjectType | GraphQLInterfaceType {
  return isObjectType(type) || isInterfaceType(type);
}

function isInput(type: GraphQLNamedType): type is GraphQLInputObjectType | GraphQLEnumType {
  return isInputObjectType(type) || isEnumType(type);
}

const QUERY =
  'query ($storeId: ID!) { orders(storeId: $storeId, limit: 5) { id status buyerEmail } }';

/** The query that the page shows. */
export const graphqlExample: Request = {
  path: '/v1/graphql',
  body: { query: QUERY, variables: { storeId: SAMPLE.store } },
  headers: null,
};

function queriesPage(): DocPage {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  return {
    path: '/docs/graphql',
    section: 'GraphQL',
    title: 'GraphQL',
    label: 'Queries',
    summary: 'Read everything with POST /v1/graphql: the queries with their arguments.',
    markdown: `# GraphQL

Read everything with \`POST /v1/graphql\`, which is read-only. Requests are [signed](/docs/signing) like any
other. [The guide](/docs/guides/graphql) shows filters, pages, analyses and limits; the dashboard has an editor; and
[schema.graphql](/docs/schema.graphql) is the schema for your tools.

## Example

${exampleTabs(graphqlExample)}

## Queries

${fields.map((field) => `### ${field.name}\n\n${field.description ?? ''}\n\nReturns ${typeLink(field.type)}.\n\n${argumentList(field.args)}`).join('\n\n')}
`,
  };
}

function objectSection(type: GraphQLObjectType | GraphQLInterfaceType): string {
  const fields = Object.values(type.getFields()).map((field) => {
    const args =
      field.args.length === 0
        ? ''
        : ` with ${field.args.map(({ name }) => `\`${name}\``).join(', ')}`;
    return `- \`${field.name}\` ${typeLink(field.type)}${args}\n  ${field.description ?? ''}`;
  });
  return `## ${type.name}\n\n${type.description ?? ''}\n\n${fields.join('\n')}`;
}

function inputSection(type: GraphQLInputObjectType | GraphQLEnumType): string {
  const about = `## ${type.name}\n\n${type.description ?? ''}\n\n`;
  if (isEnumType(type)) {
    return `${about}${type
      .getValues()
      .map(({ name, description }) => `- \`${name}\`${description ? `\n  ${description}` : ''}`)
      .join('\n')}`;
  }
  const fields = Object.values(type.getFields()).map(
    (field) => `- \`${field.name}\` ${typeLink(field.type)}\n  ${field.description ?? ''}`,
  );
  return `${about}${fields.join('\n')}`;
}

function argumentList(args: readonly GraphQLArgument[]): string {
  return args
    .map(({ name, type, description }) => `- \`${name}\` ${typeLink(type)}\n  ${description ?? ''}`)
    .join('\n');
}

/** `[Order!]!` with a link to the type. */
function typeLink(type: GraphQLInputType | GraphQLOutputType): string {
  const named = getNamedType(type as GraphQLOutputType);
  if (isScalarType(named)) return String(type);
  const page = isObject(named) ? OBJECTS : INPUTS;
  const link = `[${named.name}](${page}#${named.name.toLowerCase()})`;
  return String(type).replaceAll('[', '\\[').replaceAll(']', '\\]').replace(named.name, link);
}
