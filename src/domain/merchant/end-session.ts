import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredIdentifier } from '../../contract/input.ts';
import { isUuid } from '../../kit/id.ts';
import { lockOwnAccount } from './own-account.ts';
import { endSession as end } from './session.queries.ts';

const errors = errorTable('user', {
  missingId: [400, 'Missing required field: id'],
  notFound: [404, 'Session not found'],
});

/** Ends one of the account's sessions. */
export const endSession = action({
  path: 'merchant/end-session',
  summary: "End one of the account's dashboard sessions",
  auth: ['dashboard'],
  environment: 'none',
  errors,
  input: z.object({ id: requiredIdentifier(errors.missingId) }),
  output: z.object({ ended: z.boolean() }),
  handle: async ({ input, caller, tx }) => {
    await lockOwnAccount(tx, caller);
    const [ended] = isUuid(input.id) ? await end(tx, caller.merchantId, input.id) : [];
    if (!ended) throw errors.notFound();
    return {
      data: { ended: true },
      audit: { subjectType: 'session', subjectId: ended.id },
    };
  },
});
