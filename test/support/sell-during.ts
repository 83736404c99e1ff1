import { makeSale } from './refunding.ts';
import type { Shop } from './selling.ts';

/** Sales in the shops, one after the other for each shop given, until the work ends. */
export async function sellDuring(shops: readonly Shop[], work: Promise<unknown>) {
  const paid: string[] = [];
  const refused: string[] = [];
  let isWorking = true;
  const ended = work.finally(() => {
    isWorking = false;
  });
  const sell = async (shop: Shop) => {
    while (isWorking) {
      await makeSale(shop.test, {}, shop).then(
        ({ orderId }) => paid.push(orderId),
        (error: Error) => refused.push(error.message),
      );
    }
  };
  await Promise.all([ended, ...shops.map(sell)]);
  return { paid, refused };
}
