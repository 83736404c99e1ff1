import { z } from 'zod';
import { action } from '../../contract/action.ts';
import { errorTable } from '../../contract/errors.ts';
import { requiredText } from '../../contract/input.ts';
import { secretCodeHash } from '../../kit/secret-code.ts';
import { beginSession } from './begin-session.ts';
import { useLink } from './portal.queries.ts';
import { sessionView } from './portal.ts';

const errors = errorTable('order', {
  missingCode: [400, 'Missing required field: code'],
  deadLink: [400, 'Link has expired or was used before'],
});

/** Opens the portal once for the holder of a mailed link, with the orders of its address. */
export const openLink = action({
  path: 'portal/open-link',
  summary: 'Enter the portal with a mailed link',
  auth: ['slug'],
  environment: 'credential',
  replayable: false,
  errors,
  input: z.object({ code: requiredText(errors.missingCode) }),
  output: sessionView,
  handle: async ({ input, caller, tx, now }) => {
    const [link] = await useLink(tx, caller, secretCodeHash(input.code), now);
    if (!link) throw errors.deadLink();
    const { storeId, environment } = caller;
    const { email } = link;
    const buyer = { kind: 'token', storeId, environment } as const;
    const begun = await beginSession(
      tx,
      { ...buyer, buyerIdentity: email, provenEmail: email },
      now,
    );
    if (!begun) throw errors.deadLink();
    return { data: begun };
  },
});
