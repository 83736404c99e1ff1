import type { Warning } from '../../contract/action.ts';
import type { Tx } from '../../database/database.ts';
import { newUuid } from '../../kit/id.ts';
import { upsertProductionGroup } from './group.queries.ts';
import type { Group, GroupKey } from './group.ts';
import { MAX_NAME_LENGTH } from './group-input.ts';
import { replaceMembers } from './group-member.queries.ts';
import {
  adoptNamesake,
  type Displaced,
  listProductionNames,
  releaseName,
  releaseProducts,
  renameGroup,
} from './takeover.queries.ts';

/** What publishing a test group wrote. */
export interface Production extends GroupKey {
  readonly environment: 'prod';
  /** For each other production group that lost products or its name. */
  readonly warnings: readonly Warning[];
}

/**
 * Makes the test group's production group match it, and creates it if necessary. Its name and
 * products are taken from other production groups, which the caller has found to be published ones
 * (docs/contract/groups.md#publish-group).
 */
export async function writeProductionGroup(tx: Tx, group: Group, now: Date): Promise<Production> {
  const { storeId, productIds } = group;
  await adoptNamesake(tx, group);
  // The name is given once the production group has let go of its old one: names may be swapped.
  const [displaced] = await releaseName(tx, group);
  const id = await upsertProductionGroup(tx, group, newUuid(now), now);
  const production = { id, storeId, environment: 'prod' as const };
  const deprived = await releaseProducts(tx, production, productIds, now);
  const [refused] = await replaceMembers(tx, production, productIds);
  if (refused) throw new Error(`Product ${refused} is in two production groups`);
  const warnings = deprived.map((other) => warning(`Products of group ${other.id} moved here`));
  if (displaced) {
    const name = await renameDisplaced(tx, displaced, group, now);
    warnings.push(warning(`Group ${displaced.id} was renamed to "${name}"`));
  }
  return { ...production, warnings };
}

/** Names the group as in test, or if that name is taken too, after the name it had. */
async function renameDisplaced(
  tx: Tx,
  { id, testName }: Displaced,
  { storeId, name: lost }: Group,
  now: Date,
): Promise<string> {
  const taken = new Set((await listProductionNames(tx, storeId)).map(({ name }) => name));
  const name = testName !== null && !taken.has(testName) ? testName : numbered(lost, taken);
  await renameGroup(tx, { id, storeId }, name, now);
  return name;
}

/** The name with the first number from 2 that no group has. */
function numbered(name: string, taken: ReadonlySet<string>): string {
  for (let number = 2; ; number += 1) {
    const suffix = ` (${number})`;
    const start = [...name].slice(0, MAX_NAME_LENGTH - suffix.length).join('');
    if (!taken.has(start + suffix)) return start + suffix;
  }
}

function warning(message: string): Warning {
  const aiHint =
    'That production group was published from another test group. Publish it again, or if its ' +
    'test group was deleted, change or delete it with a production key.';
  return { message, layer: 'product', aiHint };
}
