import { tooLong } from '../../parts/too-long.ts';

const MAX_NAME_LENGTH = 64;

/** A group of subscription products in the page's environment. */
export interface ProductGroup {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly rules: { readonly sharedTrial: boolean; readonly selfServicePlanChange: boolean };
  readonly products: readonly { readonly id: string; readonly name: string }[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type GroupValues = {
  name: string;
  description: string;
  sharedTrial: boolean;
  selfServicePlanChange: boolean;
  productIds: string[];
};

/** Labels of the fields. */
export const GROUP_LABELS = {
  name: 'Name',
  description: 'Description',
  sharedTrial: 'One trial for the whole group',
  selfServicePlanChange: 'Buyers can switch plans',
  productIds: 'Products',
} as const;

export const NEW_GROUP: GroupValues = {
  name: '',
  description: '',
  sharedTrial: false,
  selfServicePlanChange: false,
  productIds: [],
};

/** The form's values of a group. */
export function toValues({ name, description, rules, products }: ProductGroup): GroupValues {
  return {
    name,
    description: description ?? '',
    ...rules,
    productIds: products.map(({ id }) => id),
  };
}

/** The errors of a group's fields; the service checks the rest. */
export const checkGroup = ({ name }: GroupValues) => ({ name: tooLong(name, MAX_NAME_LENGTH) });

/** The part of the body shared by create-group and update-group. */
export function toBody({ sharedTrial, selfServicePlanChange, ...values }: GroupValues) {
  return { ...values, rules: { sharedTrial, selfServicePlanChange } };
}
