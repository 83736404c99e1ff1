// Generated from en.json by `npm run docs:generate`.
import type { Values } from '../../kit/messages.ts';

export interface ReceiptTexts {
  readonly receipt: string;
  readonly refundReceipt: string;
  readonly testMark: string;
  readonly receiptNumber: string;
  readonly orderNumber: string;
  readonly datePaid: string;
  readonly dateRefunded: string;
  readonly paidWith: string;
  readonly refundedTo: string;
  readonly originalPayment: string;
  readonly card: (values: Values<'brand' | 'last4'>) => string;
  readonly seller: string;
  readonly buyer: string;
  readonly taxId: (values: Values<'taxId'>) => string;
  readonly description: string;
  readonly amount: string;
  readonly period: (values: Values<'end' | 'start'>) => string;
  readonly subtotal: string;
  readonly tax: string;
  readonly total: string;
  readonly amountPaid: string;
  readonly amountRefunded: string;
  readonly questions: (values: Values<'email'>) => string;
}
