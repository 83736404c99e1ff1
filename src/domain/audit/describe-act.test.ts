import { describe, expect, it } from 'vitest';
import { encodeId, type Id, newId } from '../../kit/id.ts';
import { describeAct } from './describe-act.ts';

const storeId: Id<'STO'> = newId('STO', new Date());
const shortId = encodeId('STO', storeId);

describe('describeAct', () => {
  it('reads the subject and its store from `{noun: {id, storeId}}`', () => {
    const data = { product: { id: 'PROD_1', storeId: shortId } };
    expect(describeAct('x/y', {}, data, {})).toMatchObject({
      storeId,
      subjectType: 'product',
      subjectId: 'PROD_1',
    });
  });

  it('treats a store as its own store', () => {
    const data = { store: { id: shortId } };
    expect(describeAct('x/y', {}, data, {})).toMatchObject({ storeId, subjectType: 'store' });
  });

  it('reads the subject of a flat response from its field that ends in Id', () => {
    const data = { storeId: shortId, merchantId: 'MER_1', role: 'admin' };
    expect(describeAct('x/y', {}, data, {})).toMatchObject({
      storeId,
      subjectType: 'merchant',
      subjectId: 'MER_1',
    });
  });

  it('falls back to the store of the input and the type of the path', () => {
    expect(describeAct('test-clock/advance', { storeId }, { message: 'ok' }, {})).toEqual({
      storeId,
      subjectType: 'test-clock',
      subjectId: null,
      details: { fields: [] },
    });
  });

  it("prefers the handler's note", () => {
    const note = { storeId: null, subjectType: 'ticket', subjectId: 'TKT_1', details: { by: 1 } };
    expect(describeAct('x/y', { reason: 'private' }, { orderId: 'ORD_1' }, note)).toEqual({
      storeId: null,
      subjectType: 'ticket',
      subjectId: 'TKT_1',
      details: { fields: ['reason'], by: 1 },
    });
  });
});
