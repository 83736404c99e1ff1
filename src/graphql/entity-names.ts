import type { Entity } from './description.ts';

const known = new Map<string, Entity>();

/** Registers the entities by name; `roots.ts` lists them. */
export function nameEntities(entities: readonly Entity[]): void {
  for (const entity of entities) known.set(entity.name, entity);
}

/** Entities refer to each other by name to avoid circular imports. */
export function entityNamed(name: string): Entity {
  const entity = known.get(name);
  if (!entity) throw new Error(`There is no entity ${name}`);
  return entity;
}
