import type { en as englishChange } from './change/en.ts';
import type { en as englishCheckout } from './checkout/en.ts';
import type { en as englishStorefront } from './storefront/en.ts';

/** The names of all texts of the hosted pages. */
export type Table = typeof englishCheckout & typeof englishStorefront & typeof englishChange;
