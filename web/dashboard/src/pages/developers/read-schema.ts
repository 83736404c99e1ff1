import { buildClientSchema, type GraphQLSchema, getIntrospectionQuery } from 'graphql';
import { type Environment, query } from '../../api/client.ts';

/** The service's schema, by introspection. */
export async function readSchema(environment: Environment): Promise<GraphQLSchema> {
  const introspection = await query<Parameters<typeof buildClientSchema>[0]>(
    getIntrospectionQuery(),
    {},
    environment,
  );
  return buildClientSchema(introspection);
}
