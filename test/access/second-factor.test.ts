import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Files whose statements read memberships regardless of the caller's second factor: they list,
 * count or change members, mail them, determine which stores a caller's statements are about, or
 * check a role in those, and grant no access. Permissions are read from `usable_membership`.
 */
const WHOEVER = [
  'domain/merchant/merchant.queries.ts',
  'domain/personal-data/merchant-data.queries.ts',
  'domain/store-merchant/invitation.queries.ts',
  'domain/store-merchant/owner.queries.ts',
  'domain/store-merchant/store-merchant.queries.ts',
  'domain/store/require-two-factor.queries.ts',
  'domain/store/store.queries.ts',
  'events/queue-mail.queries.ts',
  'gateway/credentials/usable-stores.ts',
  'graphql/entities/audit-entry.ts',
  'graphql/entities/merchant.ts',
];

it('reads permissions only from memberships that the credential may use', () => {
  const src = join(import.meta.dirname, '..', '..', 'src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
  const reading = files.filter(
    (file) =>
      /(?<!\.test)\.ts$/.test(file) &&
      /(from|join) store_merchant/.test(readFileSync(join(src, file), 'utf8')),
  );
  expect(reading.toSorted()).toEqual(WHOEVER.toSorted());
});
