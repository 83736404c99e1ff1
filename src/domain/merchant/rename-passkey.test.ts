import { expect, it } from 'vitest';
import { describeErrorRows } from '../../../test/support/error-rows.ts';
import { makePasskey } from '../../../test/support/passkeys.ts';
import { useTestApp } from '../../../test/support/test-app.ts';
import { renamePasskey } from './rename-passkey.ts';

const test = useTestApp();
const path = 'merchant/rename-passkey';
const rename = async (change: object) => {
  const { call, passkey } = await makePasskey(test);
  return call(path, { id: passkey.id, name: 'Phone', ...change });
};

it("renames the caller's passkey", async () => {
  expect((await rename({})).body.data.passkey.name).toBe('Phone');
});

it('does not trim the id', async () => {
  const { call, passkey } = await makePasskey(test);
  expect((await call(path, { id: ` ${passkey.id}`, name: 'Phone' })).status).toBe(404);
});

describeErrorRows(renamePasskey, {
  missingId: () => rename({ id: null }),
  missingName: () => rename({ name: '' }),
  longName: () => rename({ name: 'x'.repeat(65) }),
  controlName: () => rename({ name: 'a\u0007b' }),
  notFound: async () => rename({ id: (await makePasskey(test)).passkey.id }),
});
