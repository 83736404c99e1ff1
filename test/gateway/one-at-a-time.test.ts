import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { actions } from '../../src/actions.ts';
import { makeMerchant, signHeaders } from '../support/merchant.ts';
import { newPlan, PROBE_TABLE, probeAction } from '../support/probe-action.ts';
import { useTestApp } from '../support/test-app.ts';

const plan = newPlan();
const test = useTestApp({}, { actions: [...actions, probeAction(plan)] });
const PATH = '/v1/actions/probe/leave-mark';

beforeAll(async () => {
  await test.database.query(PROBE_TABLE);
});

/**
 * Sends a number of requests at once on one connection; returns everything received until it
 * closed.
 */
async function send(count: number, requestOf: (nth: number) => string): Promise<string> {
  const { hostname, port } = new URL(test.baseUrl);
  const socket = connect(Number(port), hostname).on('error', () => {});
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.write(Array.from({ length: count }, (_, nth) => requestOf(nth)).join(''));
  await once(socket, 'close');
  return answer;
}

const request = (line: string, headers: readonly string[], body = '') =>
  `${[`${line} HTTP/1.1`, 'host: x', ...headers].join('\r\n')}\r\n\r\n${body}`;

it('handles the requests of a connection one after the other, in their order', async () => {
  const merchant = await makeMerchant(test);
  let [running, most] = [0, 0];
  plan.prepare = async () => {
    running += 1;
    most = Math.max(most, running);
    await pause(20);
    running -= 1;
  };
  const answer = await send(5, (nth) => {
    const body = JSON.stringify({ mark: `mark ${nth}` });
    const { shortId, keys } = merchant;
    const signed = signHeaders(PATH, body, shortId, keys.test.privateKey);
    const headers = { ...signed, 'content-type': 'application/json' };
    const named = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const length = `content-length: ${body.length}`;
    const last = nth === 4 ? ['connection: close'] : [];
    return request(`POST ${PATH}`, [...named, length, ...last], body);
  });
  const marks = [...answer.matchAll(/"mark":"mark (\d)"/g)].map(([, nth]) => nth);
  expect(marks).toEqual(['0', '1', '2', '3', '4']);
  expect(most).toBe(1);
});

it('closes a connection on which more than a few requests wait', async () => {
  const answer = await send(50, () => request('GET /readyz', []));
  expect([...answer.matchAll(/^HTTP/gm)].length).toBeLessThan(10);
});
