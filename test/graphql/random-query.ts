import {
  type GraphQLInputObjectType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
} from 'graphql';
import type { Random } from './random.ts';
import { CURRENCIES, RANGE } from './random-shop.ts';

/** Limits set by the oracle: the root fields to start from, and the fields to exclude. */
const ROOTS =
  /^(stores?|onetimeProducts?|subscriptionProducts?|orders|onetimeOrders?|subscriptionOrders?|payments?|refunds?)(Count)?$/;
const UNKNOWN = new Set([
  'metadata',
  'notificationSettings',
  'checkoutSettings',
  'subscriptionProductGroups',
  'group',
  'storeWebhooks',
  'storeMerchants',
  'versions',
  'refundTickets',
  'refundTicket',
  'product',
  'changeOriginOrderId',
  'supersededByOrderId',
  'scheduledChangeOrderId',
  'events',
  'emails',
  'auditEntries',
  'notes',
  'sold',
]);

type Ids = Readonly<Record<string, readonly string[]>>;

/** A valid query for random fields with random arguments. */
export function randomQuery(schema: GraphQLSchema, random: Random, ids: Ids): string {
  const query = schema.getQueryType() as GraphQLObjectType;
  const names = Object.keys(query.getFields()).filter((name) => ROOTS.test(name));
  const roots = Array.from({ length: 1 + random.below(3) }, (_, place) => {
    const name = random.pick(names);
    return `r${place}: ${fieldText(query, name, 2, { random, ids, schema })}`;
  });
  return `{ ${roots.join(' ')} }`;
}

interface Making {
  readonly random: Random;
  readonly ids: Ids;
  readonly schema: GraphQLSchema;
}

type Composite = GraphQLObjectType | GraphQLInterfaceType;

function fieldText(type: Composite, name: string, depth: number, making: Making): string {
  const field = type.getFields()[name];
  if (!field) throw new Error(`No ${type.name}.${name}`);
  const { random, ids } = making;
  const args: string[] = [];
  for (const { name: arg, type: argType } of field.args) {
    if (arg === 'id') args.push(`id: "${random.pick(ids[name] ?? ['none'])}"`);
    if (arg === 'storeId' && random.chance(0.4))
      args.push(`storeId: "${random.pick(ids.store ?? [])}"`);
    if (arg === 'limit') args.push(`limit: ${depth === 2 ? random.below(30) : random.below(5)}`);
    if (arg === 'offset' && random.chance(0.3)) args.push(`offset: ${random.below(5)}`);
    if (arg === 'filter' && random.chance(0.6)) {
      args.push(`filter: ${filterText(getNamedType(argType) as GraphQLInputObjectType, making)}`);
    }
  }
  if (field.args.some(({ name: arg }) => arg === 'orderBy') && random.chance(0.4)) {
    const byAmount = /currency: { eq: "/.test(args.join()) && !/Product/.test(name);
    const by = byAmount ? random.pick(['AMOUNT', 'CREATED_AT']) : 'CREATED_AT';
    args.push(`orderBy: ${by}_${random.pick(['ASC', 'DESC'])}`);
  }
  const target = getNamedType(field.type);
  const selection = isCompositeType(target)
    ? selectionText(target as Composite, depth, making)
    : '';
  return `${name}${args.length > 0 ? `(${args.join(', ')})` : ''}${selection}`;
}

function selectionText(type: Composite, depth: number, making: Making): string {
  const { random, schema } = making;
  const known = Object.values(type.getFields()).filter(({ name }) => !UNKNOWN.has(name));
  const plain = known.filter((field) => !isCompositeType(getNamedType(field.type)));
  const objects = known.filter((field) => !plain.includes(field));
  const picked = plain.filter(() => random.chance(0.4)).map(({ name }) => name);
  if (random.chance(0.2)) picked.push('__typename');
  if (depth < 5) {
    for (const { name } of objects) {
      if (random.chance(0.35)) picked.push(fieldText(type, name, depth + 1, making));
    }
  }
  if (isInterfaceType(type)) {
    for (const variant of schema.getPossibleTypes(type)) {
      const own = selectionText(variant, Math.max(depth, 4), making);
      // The two kinds have different price types, so their fields need different aliases.
      const apart = own
        .replace(/priceSnapshot/g, `${variant.name}Price: priceSnapshot`)
        .replace(/productVersion/g, `${variant.name}Version: productVersion`)
        .replace(/payments/g, `${variant.name}Payments: payments`);
      if (random.chance(0.7)) picked.push(`... on ${variant.name}${apart}`);
    }
  }
  return ` { ${picked.length > 0 ? picked.join(' ') : '__typename'} }`;
}

const WORDS = [
  'Ab',
  'a',
  'active',
  'succeeded',
  'completed',
  'EXT-1',
  'u1',
  '%',
  '_',
  'USD',
  '"',
  '\\',
];

function filterText(type: GraphQLInputObjectType, { random, ids }: Making): string {
  const fields = Object.entries(type.getFields()).filter(
    ([name]) => !['amount', ...UNKNOWN].includes(name) && random.chance(0.15),
  );
  const parts = fields.map(([name, field]) => {
    const kind = getNamedType(field.type).name;
    return `${name}: { ${operatorText(name, kind, random, ids)} }`;
  });
  if (
    type.getFields().amount &&
    random.chance(0.3) &&
    !fields.some(([name]) => name === 'currency')
  ) {
    const currency = random.pick(CURRENCIES);
    const value = `${random.below(300)}${currency === 'JPY' ? '' : `.${10 + random.below(89)}`}`;
    parts.push(
      `amount: { ${random.pick(['gt', 'gte', 'lt', 'lte', 'ne'])}: "${value}" } currency: { eq: "${currency}" }`,
    );
  }
  return `{ ${parts.join(' ')} }`;
}

function operatorText(name: string, kind: string, random: Random, ids: Ids): string {
  switch (kind) {
    case 'BooleanFilter':
      return `${random.pick(['eq', 'ne'])}: ${random.chance(0.5)}`;
    case 'IntFilter':
      return `${random.pick(['eq', 'ne', 'gt', 'gte', 'lt', 'lte'])}: ${random.below(4)}`;
    case 'DateTimeFilter': {
      const time = new Date(RANGE.from + random.below(RANGE.days) * 86_400_000).toISOString();
      return `${random.pick(['eq', 'ne', 'gt', 'gte', 'lt', 'lte'])}: "${time}"`;
    }
    default: {
      const isId = name === 'id' || (/(Id)$/.test(name) && !/External/.test(name));
      const known = Object.values(ids).flat();
      const word = () => JSON.stringify(isId ? random.pick(known) : random.pick(WORDS));
      const operators = isId
        ? ['eq', 'ne', 'in']
        : [
            ...['eq', 'ne', 'in', 'contains', 'startsWith', 'endsWith'],
            ...['eqIgnoreCase', 'containsIgnoreCase', 'startsWithIgnoreCase'],
          ];
      const operator = random.pick(operators);
      return `${operator}: ${operator === 'in' ? `[${word()}, ${word()}]` : word()}`;
    }
  }
}
