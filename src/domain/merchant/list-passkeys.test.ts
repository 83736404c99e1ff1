import { expect, it } from 'vitest';
import { makeOwner, makePasskey } from '../../../test/support/passkeys.ts';
import { useTestApp } from '../../../test/support/test-app.ts';

const test = useTestApp();
const path = 'merchant/list-passkeys';

it("lists the caller's passkeys, and when each was used", async () => {
  const { call, passkey, logIn } = await makePasskey(test);
  expect((await call(path, {})).body.data.passkeys).toEqual([passkey]);
  await logIn();
  const [used] = (await call(path, {})).body.data.passkeys;
  expect(used).toEqual({ ...passkey, lastUsedAt: expect.stringMatching(/Z$/) });
  expect((await (await makeOwner(test)).call(path, {})).body.data.passkeys).toEqual([]);
});
