import { z } from 'zod';
import type { Environment } from '../../contract/caller.ts';
import { encodeId, type Id } from '../../kit/id.ts';
import { toIso } from '../../kit/time.ts';

/** As in docs/contract/resources.md#group. */
export interface Group {
  readonly id: string;
  readonly storeId: Id<'STO'>;
  readonly environment: Environment;
  readonly name: string;
  readonly description: string | null;
  readonly sharedTrial: boolean;
  readonly selfServicePlanChange: boolean;
  /** In the merchant's order. */
  readonly productIds: readonly Id<'PROD'>[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A group and its store. */
export type GroupKey = Pick<Group, 'id' | 'storeId'>;

export const groupView = z.object({
  id: z.string(),
  storeId: z.string(),
  name: z.string(),
  description: z.string(),
  rules: z.object({ sharedTrial: z.boolean(), selfServicePlanChange: z.boolean() }),
  productIds: z.array(z.string()),
  environment: z.enum(['test', 'prod']),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/**
 * The group as returned to callers, with complete rules (docs/contract/groups.md#rules-for-groups).
 */
export function viewGroup(group: Group): z.input<typeof groupView> {
  const { id, name, description, environment, sharedTrial, selfServicePlanChange } = group;
  return {
    id,
    storeId: encodeId('STO', group.storeId),
    name,
    description: description ?? '',
    rules: { sharedTrial, selfServicePlanChange },
    productIds: group.productIds.map((productId) => encodeId('PROD', productId)),
    environment,
    createdAt: toIso(group.createdAt),
    updatedAt: toIso(group.updatedAt),
  };
}
