import { signOperatorCall } from '../../src/kit/operator-token.ts';
import { post, type Reply, type TestMerchant } from './merchant.ts';
import { dataOf } from './selling.ts';
import { TEST_SECRET_KEY, type TestApp } from './test-app.ts';

/** Calls an operator's action as the command line does. */
export async function callAsOperator(
  test: TestApp,
  action: string,
  fields: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const path = `/operator/${action}`;
  const text = JSON.stringify(fields);
  const call = { path, body: Buffer.from(text) };
  const token = await signOperatorCall(TEST_SECRET_KEY, call, test.clock.now());
  return post(test.baseUrl, path, text, { authorization: `Bearer ${token}`, ...headers });
}

/** An open KYB ticket of the store; returns `TKT_xxx`. */
export async function submitTicket(merchant: TestMerchant, storeId: string): Promise<string> {
  const body = { storeId, legalName: 'Example Ltd', country: 'IE' };
  return dataOf(await merchant.call('kyb-ticket/submit-ticket', body)).ticket.id;
}
