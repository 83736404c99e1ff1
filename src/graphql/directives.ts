import {
  DirectiveLocation,
  GraphQLDeprecatedDirective,
  GraphQLDirective,
  specifiedDirectives,
} from 'graphql';

/**
 * The standard directives. `@deprecated` is announced without the location of directives: the
 * schema has no deprecated ones, and libraries that don't know that location yet refuse the schema.
 */
export const directives: readonly GraphQLDirective[] = specifiedDirectives.map((directive) => {
  if (directive !== GraphQLDeprecatedDirective) return directive;
  const { DIRECTIVE_DEFINITION } = DirectiveLocation;
  const locations = directive.locations.filter((location) => location !== DIRECTIVE_DEFINITION);
  return new GraphQLDirective({ ...directive.toConfig(), locations });
});
