import { type HttpConnection, openConnection } from '../http-connection.ts';
import { PRODUCT } from '../shop.ts';
import { askJson, type Calls, LISTED } from './calls.ts';

export interface VendureShop {
  readonly adminToken: string;
  readonly variantId: string;
}

const LOGIN =
  'mutation { login(username: "superadmin", password: "a long password") { __typename } }';
const LIST = `{ products(options: { take: ${LISTED} }) {
  items { id name description variants { id price currencyCode } } } }`;
const ADD = `mutation($id: ID!) { addItemToOrder(productVariantId: $id, quantity: 1) { __typename } }`;
const CHECK_OUT = `mutation($email: String!) {
  setCustomerForOrder(input: { emailAddress: $email, firstName: "A", lastName: "B" }) {
    __typename }
  setOrderShippingAddress(input: { streetLine1: "A street", countryCode: "US" }) { __typename }
  setOrderShippingMethod(shippingMethodId: [1]) { __typename }
  transitionOrderToState(state: "ArrangingPayment") { __typename }
  addPaymentToOrder(input: { method: "dummy", metadata: {} }) { ... on Order { state } } }`;
const CREATE = `mutation($product: CreateProductInput!) { createProduct(input: $product) { id } }`;
const ADD_VARIANT = `mutation($variants: [CreateProductVariantInput!]!) {
  createProductVariants(input: $variants) { id } }`;
const NAMED = 'translations: [{ languageCode: en, name: "Bench" }]';

export async function openVendureShop(port: number): Promise<VendureShop> {
  const to = await openConnection(port);
  const { token: adminToken } = await askGraphql(to, 'admin', LOGIN);
  if (!adminToken) throw new Error('Vendure returned no token');
  const make = async (mutation: string): Promise<{ readonly id: string }> => {
    const { data } = await askGraphql(
      to,
      'admin',
      `mutation { made: ${mutation} }`,
      {},
      adminToken,
    );
    return data.made;
  };
  const { id: zone } = await make('createZone(input: { name: "Bench" }) { id }');
  const country = await make(
    `createCountry(input: { code: "US", enabled: true, ${NAMED} }) { id }`,
  );
  await make(`addMembersToZone(zoneId: ${zone}, memberIds: [${country.id}]) { id }`);
  const tax = await make('createTaxCategory(input: { name: "Bench", isDefault: true }) { id }');
  await make(`createTaxRate(input: { name: "None", enabled: true, value: 0, categoryId: ${tax.id},
    zoneId: ${zone} }) { id }`);
  await make(`updateChannel(input: { id: 1, defaultTaxZoneId: ${zone}, defaultShippingZoneId: ${zone},
    pricesIncludeTax: true }) { __typename }`);
  await make(`createShippingMethod(input: { code: "free", fulfillmentHandler: "manual-fulfillment",
    checker: { code: "default-shipping-eligibility-checker",
      arguments: [{ name: "orderMinimum", value: "0" }] },
    calculator: { code: "default-shipping-calculator", arguments: [{ name: "rate", value: "0" },
      { name: "includesTax", value: "auto" }, { name: "taxRate", value: "0" }] },
    translations: [{ languageCode: en, name: "Free", description: "" }] }) { id }`);
  await make(`createPaymentMethod(input: { code: "dummy", enabled: true, handler: {
    code: "dummy-payment-handler", arguments: [{ name: "automaticSettle", value: "true" }] },
    ${NAMED} }) { id }`);
  let variantId = '';
  for (let count = 0; count < LISTED; count += 1) {
    variantId = await createProduct(to, adminToken, count);
  }
  to.close();
  return { adminToken, variantId };
}

async function createProduct(to: HttpConnection, token: string, number: number): Promise<string> {
  const name = `Product ${number}`;
  const translation = { languageCode: 'en', name, description: PRODUCT.description };
  const product = { enabled: true, translations: [{ ...translation, slug: `product-${number}` }] };
  const made = await askGraphql(to, 'admin', CREATE, { product }, token);
  const variant = { sku: `sku-${number}`, price: 2900, trackInventory: 'FALSE' };
  const of = {
    productId: made.data.createProduct.id,
    translations: [{ languageCode: 'en', name }],
  };
  const variants = [{ ...variant, ...of }];
  const added = await askGraphql(to, 'admin', ADD_VARIANT, { variants }, token);
  return added.data.createProductVariants[0].id;
}

export const vendureCalls: Calls<VendureShop> = {
  create: async (to, { adminToken }, number) => void (await createProduct(to, adminToken, number)),
  list: async (to) => {
    const { items } = (await askGraphql(to, 'shop', LIST)).data.products;
    // biome-ignore lint/suspicious/noExplicitAny: Vendure's answer
    const priced = items.filter(({ variants }: any) => variants[0].price > 0);
    if (priced.length !== LISTED) throw new Error('The list lacks products or prices');
  },
  order: async (to, { variantId: id }, number) => {
    const email = `buyer-${number}@example.com`;
    const { token } = await askGraphql(to, 'shop', ADD, { id });
    const { data } = await askGraphql(to, 'shop', CHECK_OUT, { email }, token);
    if (data.addPaymentToOrder.state !== 'PaymentSettled') throw new Error('The order is not paid');
  },
};

async function askGraphql(
  to: HttpConnection,
  api: 'admin' | 'shop',
  query: string,
  variables: object = {},
  token: string | null = null,
) {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const body = { query, variables };
  const { head, data } = await askJson(to, `/${api}-api`, { headers, body });
  if (data.errors) throw new Error(JSON.stringify(data.errors));
  return { data: data.data, token: /^vendure-auth-token: (\S+)/im.exec(head)?.[1] ?? null };
}
