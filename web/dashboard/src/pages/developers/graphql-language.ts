import type { Extension } from '@codemirror/state';
import { type EditorView, hoverTooltip } from '@codemirror/view';
import { graphql, offsetToPos } from 'cm6-graphql';
import type { GraphQLSchema } from 'graphql';
import { getHoverInformation } from 'graphql-language-service';

/** GraphQL with completion, checks and hover descriptions, all from the schema. */
export function graphqlLanguage(schema: GraphQLSchema): Extension {
  return [graphql(schema), hoverTooltip((view, position) => describeWord(view, position, schema))];
}

function describeWord(view: EditorView, position: number, schema: GraphQLSchema) {
  const { doc } = view.state;
  const text = meaningOf(doc.toString(), offsetToPos(doc, position), schema);
  if (text === '') return null;
  return {
    pos: position,
    above: true,
    create: () => {
      const dom = document.createElement('div');
      dom.textContent = text;
      return { dom };
    },
  };
}

type Cursor = ReturnType<typeof offsetToPos>;

/** Type and description of the word under the cursor; empty if there is none. */
function meaningOf(text: string, cursor: Cursor, schema: GraphQLSchema): string {
  const contents = getHoverInformation(schema, text, cursor);
  const parts = Array.isArray(contents) ? contents : [contents];
  return parts
    .map((part) => (typeof part === 'string' ? part : part.value))
    .join('\n')
    .trim();
}
