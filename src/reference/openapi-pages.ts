import type { Action } from '../contract/action.ts';
import { confirmChange } from '../domain/checkout/confirm-change.ts';
import { createSandboxToken } from '../domain/checkout/create-sandbox-token.ts';
import { paySession } from '../domain/checkout/pay-session.ts';
import { exampleOf, type Schema } from './describe-fields.ts';
import { hostedResponses, type Json, STATUS_TEXT, withPage } from './openapi-responses.ts';
import { servicePaths } from './openapi-service.ts';
import { requestSchema } from './schema-of.ts';

type Page = readonly [path: string, summary: string, form?: string];

const CHECKOUT = '/store/{slug}/checkout/{sessionId}';
const CHANGE = '/store/{slug}/change/{sessionId}';
const PRODUCT = '/store/{slug}/product/{productId}';
const PORTAL = '/store/{slug}/portal';
const ORDER = `${PORTAL}/orders/{orderId}`;
const PDF = `${PORTAL}/receipts/{receiptId}/pdf`;

/** HTML pages: what a GET shows, and what its form does. */
const pages: readonly Page[] = [
  ['/store/{slug}', 'Products of a store'],
  [PRODUCT, 'One product with its buy button'],
  [`${PRODUCT}/buy`, 'Back to the product', 'Begin a checkout session and go to its page'],
  [CHECKOUT, 'Page of a checkout session'],
  [CHANGE, 'Page of a plan change'],
  [PORTAL, 'Orders of a buyer, or the way in'],
  [`${PORTAL}/sign-in`, 'Page that a mailed link leads to', 'Come in by a mailed link'],
  [`${PORTAL}/enter`, 'Back to the portal', 'Come in with a session token'],
  [`${PORTAL}/link`, 'Back to the portal', 'Have a link mailed'],
  [`${PORTAL}/leave`, 'Back to the portal', 'Leave the portal'],
  [ORDER, 'One order of the buyer'],
  [`${ORDER}/cancel`, 'What canceling would do', 'Cancel a subscription'],
  [`${ORDER}/keep-plan`, 'What keeping the plan would do', 'Withdraw a confirmed plan change'],
  [`${ORDER}/reactivate`, 'What keeping would do', 'Withdraw a cancellation'],
  [`${ORDER}/billing`, 'Form for the billing details', 'Change the billing details of an order'],
  [`${ORDER}/card`, 'Form for another card', 'Change the card of a subscription'],
  [`${ORDER}/plan`, 'Plans to change to', 'Begin a plan change and go to its page'],
  [`${PORTAL}/payments/{paymentId}/refund`, 'Form for a refund', 'Ask for a refund'],
  [`${PORTAL}/receipts/{receiptId}`, 'Receipt of a payment'],
  ['/notifications/unsubscribe', 'Page behind a link in a mail', 'Stop or restart notifications'],
];

const PAGE_STATUSES = [303, 400, 401, 403, 404, 409, 413, 415, 429, 431, 500, 502, 503];

/** All public routes outside `/v1`: pages, and the calls of their scripts. */
export function publicPaths(): Json {
  const payPath = `${CHECKOUT}/pay`;
  const confirmPath = `${CHANGE}/confirm`;
  return {
    ...Object.fromEntries(pages.map((page) => [page[0], pageItem(page)])),
    [payPath]: {
      ...pageItem([payPath, 'Back to the page of the session']),
      post: hostedCall(payPath, paySession),
    },
    [confirmPath]: {
      ...pageItem([confirmPath, 'Back to the page of the change']),
      post: hostedCall(confirmPath, confirmChange),
    },
    [PDF]: pdfItem(),
    '/sandbox/tokens': { post: hostedCall('/sandbox/tokens', createSandboxToken) },
    ...servicePaths(),
  };
}

function pageItem([path, summary, form]: Page): Json {
  const shared = { tags: ['pages'], security: [], parameters: parametersOf(path) };
  return {
    get: { ...shared, operationId: `get.${idOf(path)}`, summary, responses: pageResponses() },
    ...(form && {
      post: {
        ...shared,
        operationId: `post.${idOf(path)}`,
        summary: form,
        requestBody: formBody,
        responses: pageResponses(),
      },
    }),
  };
}

function pdfItem(): Json {
  const { get } = pageItem([PDF, 'Receipt of a payment to print']) as { get: Json };
  const pdf = { 'application/pdf': { schema: { type: 'string' } } };
  const responses = {
    ...(get.responses as Json),
    200: { description: 'The receipt', content: pdf },
  };
  return { get: { ...get, responses } };
}

const formBody: Json = {
  required: true,
  content: {
    'application/x-www-form-urlencoded': {
      schema: { type: 'object', additionalProperties: { type: 'string' } },
    },
  },
};

function pageResponses(): Json {
  const others = PAGE_STATUSES.map((status) => [
    status,
    withPage({ description: STATUS_TEXT[status] ?? 'Another page shows the outcome' }),
  ]);
  return { 200: withPage({ description: 'The page' }), ...Object.fromEntries(others) };
}

/** The calls of a page's script. A merchant's server can make them; a page of another site can't. */
function hostedCall(path: string, action: Action): Json {
  const { content, ...form } = formBody;
  const schema = withoutPathFields(requestSchema(action));
  return {
    operationId: `post.${idOf(path)}`,
    tags: ['pages'],
    summary: action.summary,
    description:
      'A form submission is answered with a page. Your own server can make this call; browsers block it from pages of other sites.',
    security: path === '/sandbox/tokens' ? [] : [{}, { sessionToken: [] }],
    parameters: parametersOf(path),
    requestBody: {
      ...form,
      content: {
        'application/json': { schema, example: exampleOf(schema, true) },
        ...(path === '/sandbox/tokens' ? {} : (content as Json)),
      },
    },
    responses: hostedResponses(action, path === '/sandbox/tokens' ? [] : PAGE_STATUSES),
  };
}

/** The session is in the path. */
function withoutPathFields(schema: Schema): Schema {
  const { checkoutSessionId, ...properties } = schema.properties ?? {};
  const required = schema.required?.filter((name) => name !== 'checkoutSessionId') ?? [];
  return { ...schema, properties, required };
}

const parameterTexts: Readonly<Record<string, readonly [description: string, example: string]>> = {
  slug: ['The store’s public name.', 'acme-4f7k2m9x'],
  sessionId: ['The checkout session.', 'cs_5f0c7f4e-9d5a-4c1e-8b5b-0a1f6a1f6f11'],
  productId: ['The product.', 'PROD_02DRjGWmVuE6gXv1kTlaHc'],
  orderId: ['The order.', 'ORD_02DRjJ4pZb1yS8nXc6VtKf'],
  paymentId: ['The payment.', 'PAY_02DRjKxG3hR0dWq5LmEaUz'],
  receiptId: ['The receipt.', 'PAY_02DRjKxG3hR0dWq5LmEaUz'],
  provider: ['The payment provider.', 'stripe'],
};

/** The parameters in a path. */
function parametersOf(path: string): Json[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const [description, example] = parameterTexts[name] ?? [name, name];
    return { name, in: 'path', required: true, description, schema: { type: 'string' }, example };
  });
}

/** `store.slug.checkout` of `/store/{slug}/checkout`. */
function idOf(path: string): string {
  return path
    .slice(1)
    .replaceAll(/[{}]/g, '')
    .replaceAll(/[^A-Za-z]+/g, '.');
}
