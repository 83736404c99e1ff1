/** The demo store's products; its checkout sells the first. */
export const DEMO_PRODUCTS = [
  {
    name: 'The Weekend Baker',
    description: 'Forty breads for people who only have Saturday. **PDF and EPUB.**',
    prices: prices('ebook', { USD: '19.00', EUR: '18.00', GBP: '15.50', JPY: '2800' }),
    metadata: { sku: 'BOOK-01' },
  },
  {
    name: 'Studio Icons',
    description: '1,200 icons in four weights, as SVG and as a font.',
    prices: prices('digital_goods', { USD: '49.00', EUR: '45.00', GBP: '39.00', HKD: '380.00' }),
    metadata: { sku: 'ICONS-01' },
  },
  {
    name: 'Portrait Lighting Course',
    description: 'Six lessons with one lamp and one window.',
    prices: prices('online_course', { USD: '120.00', EUR: '110.00', JPY: '17500' }),
    metadata: { sku: 'COURSE-01' },
  },
] as const;

function prices(taxCategory: string, amounts: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(amounts).map(([currency, amount]) => [
      currency,
      { amount, taxIncluded: true, taxCategory },
    ]),
  );
}
