/**
 * What a run under faults doesn't cover, and the tests that do. Paths are relative to the project.
 */
export const ELSEWHERE: Readonly<Record<number, readonly [promise: string, ...files: string[]]>> = {
  9: [
    'Group names and published groups',
    'src/domain/subscription-product-group/publish-group.test.ts',
  ],
  16: ['No post to private addresses', 'src/delivery/refused-addresses.test.ts'],
  18: ['Text in chat messages', 'src/delivery/channels/channels.test.ts'],
  32: ['Nothing a merchant writes runs in a page', 'test/pages/injection.test.ts'],
  35: ['A copied database stays silent', 'src/database/installation.test.ts'],
  36: ['Packages run nothing at installation', 'test/licences.test.ts'],
};

/** Where an invariant's figure is tested if the run covers it only in part. */
export const ALSO: Readonly<Record<number, string>> = {
  1: 'test/gateway/two-processes.test.ts',
  4: 'test/gateway/commit-cut.test.ts',
  5: 'test/gateway/idempotency.test.ts',
  7: 'src/domain/store/create-store.test.ts',
  14: 'src/delivery/fairness.test.ts',
  19: 'src/delivery/secrecy.test.ts',
  26: 'test/access/matrix.test.ts',
  30: 'test/gateway/fuzz.test.ts',
  33: 'test/operation/prompt-on-disk.test.ts',
  34: 'test/operation/rolling-restart.test.ts',
};
