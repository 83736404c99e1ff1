import { describe, expect, it } from 'vitest';
import type { ErrorRow } from '../../src/contract/errors.ts';
import type { Reply } from './merchant.ts';
import { skipFor } from './needs.ts';

/** Answers of this status say when to retry (docs/contract/limits.md#rate-limits). */
const TOO_MANY = 429;

/** How a test triggers a row: just the call, or also the value that the message repeats. */
export type ErrorCase =
  | (() => Promise<Reply>)
  | { readonly got: string; readonly send: () => Promise<Reply> }
  | Unreachable;

interface Unreachable {
  readonly unreachable: string;
}

/**
 * A row that can't be triggered from outside, with the reason (docs/contract/authentication.md).
 */
export function unreachable(why: string): Unreachable {
  return { unreachable: why };
}

/** One test for every row of an action's error table; the type system requires each of them. */
export function describeErrorRows<Names extends string>(
  action: { readonly path: string; readonly errors: Readonly<Record<Names, ErrorRow>> },
  cases: Readonly<Record<NoInfer<Names>, ErrorCase>>,
): void {
  describe(`${action.path}: error rows`, () => {
    for (const [name, row] of Object.entries<ErrorRow>(action.errors)) {
      const errorCase: ErrorCase = cases[name as Names];
      if ('unreachable' in errorCase) {
        const skipped = { why: 'the row is out of reach of any caller', isDefect: false };
        it(`${row.status} ${row.template} (${errorCase.unreachable})`, skipFor(skipped));
        continue;
      }
      it(`${row.status} ${row.template}`, async () => {
        const { send, got } =
          typeof errorCase === 'function' ? { send: errorCase, got: '' } : errorCase;
        const reply = await send();
        expectError(reply, row.status, row(got).message, row.layer);
        if (row.status === TOO_MANY)
          expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
      });
    }
  });
}

/** Expects the error envelope with this root cause (docs/contract/errors.md). */
export function expectError(reply: Reply, status: number, message: string, layer: string): void {
  expect({ status: reply.status, ...reply.body }).toMatchObject({
    status,
    data: null,
    errors: [{ message, layer }],
  });
}
