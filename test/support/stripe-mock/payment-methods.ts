import { type Books, type Method, methodView, tell } from './books.ts';
import type { CardBehavior } from './cards.ts';
import type { Form } from './form.ts';
import { noSuch } from './problem.ts';
import type { MethodView } from './views.ts';

/** The card network reports that the bank has reissued a saved card, perhaps with another number. */
export function updateCard(books: Books, id: string, card: CardBehavior): void {
  const method = findMethod(books, id);
  method.card = card;
  tell(books, 'payment_method.automatically_updated', methodView(method));
}

/** The method as returned: with the customer included if requested. */
export function viewMethod(books: Books, { expand }: Form, id: string): MethodView {
  const method = findMethod(books, id);
  const customer = books.customers.get(method.customer ?? '');
  const isExpanded = Array.isArray(expand) && expand.includes('customer') && customer;
  return isExpanded ? { ...methodView(method), customer } : methodView(method);
}

function findMethod(books: Books, id: string): Method {
  const method = books.methods.get(id);
  if (!method) throw noSuch('payment_method', id);
  return method;
}
