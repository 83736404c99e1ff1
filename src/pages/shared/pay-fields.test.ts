import { describe, expect, it } from 'vitest';
import { textsFor } from '../../texts/texts.ts';
import {
  billingDetailOf,
  cardInput,
  findFieldErrors,
  readTypedCard,
  readTypedFields,
} from './pay-fields.ts';

const GOOD = {
  buyerEmail: ' ada@example.com ',
  country: 'DE',
  cardNumber: '4242 4242-4242 4242',
  cardExpiry: '4 / 30',
  cardCvc: '123',
};
const formOf = (fields: Readonly<Record<string, string>>) =>
  new URLSearchParams({ ...GOOD, ...fields });
const wrongIn = (fields: Readonly<Record<string, string>>) =>
  Object.keys(
    findFieldErrors(readTypedFields(formOf(fields)), readTypedCard(formOf(fields)), textsFor(null)),
  );

describe('fields of a plain form', () => {
  it('reads a card as people type it', () => {
    expect(wrongIn({})).toEqual([]);
    expect(cardInput(readTypedCard(formOf({})))).toEqual({
      number: '4242424242424242',
      expMonth: 4,
      expYear: 2030,
      cvc: '123',
    });
    expect(cardInput(readTypedCard(formOf({ cardExpiry: '12/2031' })))).toMatchObject({
      expMonth: 12,
      expYear: 2031,
    });
  });

  it.each([
    [{ buyerEmail: 'ada' }, 'buyerEmail'],
    [{ cardNumber: '4242' }, 'cardNumber'],
    [{ cardExpiry: '13/30' }, 'cardExpiry'],
    [{ cardCvc: 'abc' }, 'cardCvc'],
    [{ country: '' }, 'country'],
    [{ country: 'US' }, 'state'],
    [{ country: 'CA' }, 'postcode'],
    [{ isBusiness: 'on' }, 'businessName'],
  ])('marks the field that is wrong: %o', (fields, name) => {
    expect(wrongIn(fields)).toEqual([name]);
  });

  it('needs a state in the United States, a province or postal code in Canada', () => {
    expect(wrongIn({ country: 'US', state: 'Oregon' })).toEqual([]);
    expect(wrongIn({ country: 'CA', state: 'Quebec' })).toEqual([]);
    expect(wrongIn({ country: 'CA', postcode: 'K1A 0B1' })).toEqual([]);
  });

  it('sends only what applies', () => {
    const typed = readTypedFields(
      formOf({ state: 'Oregon', postcode: '1', businessName: 'Ada Ltd', taxId: '2' }),
    );
    expect(billingDetailOf(typed, null)).toEqual({ country: 'DE', isBusiness: false });
    expect(billingDetailOf(typed, { country: 'DE', isBusiness: true })).toEqual({
      country: 'DE',
      isBusiness: false,
      state: 'Oregon',
      postcode: '1',
    });
  });
});
