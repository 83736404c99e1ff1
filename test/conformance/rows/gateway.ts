import { holds, type Row } from '../row.ts';

/** Part 7 and the general rules of part 1. */
export const gatewayRows: readonly Row[] = [
  ...['{', '[]', '"text"'].map((body) =>
    holds('7', `the body ${body} is 400 in the envelope`, async ({ client, merchant }) => {
      const answer = await client.call(merchant, 'store/create-store', body);
      const { data, errors } = answer.body;
      return answer.status === 400 && data === null && errors[0].layer === 'gateway'
        ? null
        : `got ${answer.status} ${JSON.stringify(answer.body)}`;
    }),
  ),
  holds('7', 'an unknown action is 404 in the envelope', async ({ call }) => {
    const { status, body } = await call('store/no-such-action', {});
    return status === 404 && body.data === null && Array.isArray(body.errors)
      ? null
      : `got ${status} ${JSON.stringify(body)}`;
  }),
  holds('1', 'an operation is a POST', async ({ client }) => {
    const { status } = await fetch(`${client.baseUrl}/v1/actions/store/create-store`);
    return status === 405 ? null : `status 405 expected, got ${status}`;
  }),
  holds('2.1', 'success is { data }', async ({ call, store }) => {
    const { status, body } = await call('store/update-store', { id: store.id });
    return status === 200 && Object.keys(body).join() === 'data'
      ? null
      : `got ${status} ${JSON.stringify(body)}`;
  }),
];
