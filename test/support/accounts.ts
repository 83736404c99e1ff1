import { codeMailedTo } from './mail.ts';
import { post, type Reply } from './merchant.ts';
import type { TestApp } from './test-app.ts';

export const PASSWORD = 'correct horse battery';

/** Calls an action without any credential. */
export function callAsNobody(
  test: TestApp,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  return post(test.baseUrl, `/v1/actions/${path}`, JSON.stringify(body), headers);
}

/** A unique email address. */
export function newEmail(): string {
  return `${crypto.randomUUID()}@merchant.example`;
}

/** Signs up a merchant with `PASSWORD`; returns the email address and the cookie. */
export async function signUpMerchant(test: TestApp) {
  const email = newEmail();
  const account = { email, password: PASSWORD, name: 'A merchant' };
  const reply = await callAsNobody(test, 'merchant/sign-up', account);
  return { email, cookie: cookieOf(reply) };
}

/** Like `signUpMerchant`, with an address that its owner has confirmed. */
export async function signUpConfirmed(test: TestApp) {
  const { email, cookie } = await signUpMerchant(test);
  const token = await codeMailedTo(test, email);
  await callAsNobody(test, 'merchant/confirm-email', { token }, { cookie });
  return { email, cookie };
}

/** The session cookie that an answer sets, as a browser sends it back. */
export function cookieOf(reply: Reply): string {
  return reply.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}
