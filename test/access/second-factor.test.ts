import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Files with statements that read memberships whatever the caller's second factor: they list, count
 * or change members, mail them, say which stores a caller's statements are about, or ask for a role
 * in those, and let nobody in. What a caller may do is read from `usable_membership`.
 */
const WHOEVER = [
  'domain/merchant/merchant.queries.ts',
  'domain/personal-data/merchant-data.queries.ts',
  'domain/store-merchant/invitation.queries.ts',
  'domain/store-merchant/store-merchant.queries.ts',
  'domain/store/require-two-factor.queries.ts',
  'domain/store/store.queries.ts',
  'events/event-mails.ts',
  'events/queue-mail.queries.ts',
  'gateway/credentials/usable-stores.ts',
  'graphql/entities/audit-entry.ts',
  'graphql/entities/merchant.ts',
];

it('reads what a caller may do from the memberships that the credential may use', () => {
  const src = join(import.meta.dirname, '..', '..', 'src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' });
  const reading = files.filter(
    (file) =>
      /(?<!\.test)\.ts$/.test(file) &&
      /(from|join) store_merchant/.test(readFileSync(join(src, file), 'utf8')),
  );
  expect(reading.toSorted()).toEqual(WHOEVER.toSorted());
});
