import type { Entity } from './description.ts';

const known = new Map<string, Entity>();

/** Makes the entities known by their names; the list is in `roots.ts`. */
export function nameEntities(entities: readonly Entity[]): void {
  for (const entity of entities) known.set(entity.name, entity);
}

/** Entities refer to each other by name, so that none of their files imports one that imports it. */
export function entityNamed(name: string): Entity {
  const entity = known.get(name);
  if (!entity) throw new Error(`There is no entity ${name}`);
  return entity;
}
