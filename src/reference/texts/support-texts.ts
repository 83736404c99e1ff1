import { type FieldTexts, SAMPLE, shortId, TIME, text, UUID } from '../field-text.ts';

/** Members' calls about one buyer. */
export const supportTexts: FieldTexts = {
  'receipt:paymentId': ['The payment.', SAMPLE.payment, shortId('PAY')],
  'receipt:buyerEmail': ['Address the mail is sent to.', SAMPLE.email],
  'portal:buyerEmail': ['Address the mail is sent to.', SAMPLE.email],
  'note:orderId': ['The order that the note is about.', SAMPLE.order, shortId('ORD')],
  'note:customerId': ['Or the customer: the `id` of a `Customer` in GraphQL.', SAMPLE.uuid, UUID],
  'note:text': [
    'What is noted, for the store’s members.',
    'Called about the invoice.',
    text(2_000),
  ],
  'note:note': ['The note.', undefined],
  'note.id': ['The note.', SAMPLE.uuid, UUID],
  'note/delete-note:id': ['The note.', SAMPLE.uuid, UUID],
  'note.text': ['Text of the note.', 'Called about the invoice.', text(2_000)],
  'note.createdAt': ['When it was written.', SAMPLE.time, TIME],
  'personal-data:email': ['Address of the customer, ignoring case.', SAMPLE.email, text(254)],
  'personal-data:customer': ['Rows about the customer, by table.', { orders: [{}] }],
  'personal-data:orders': ['Orders of the customer.', [SAMPLE.order]],
  'personal-data:events': ['Events that were rewritten.', 3],
};
