import { startTransition, useEffect, useState } from 'react';

/** Milliseconds after which a turn comes although the browser is never idle. */
const MAX_WAIT_MS = 1_000;

let last: Promise<void> = Promise.resolve();

/** Whether it is this part's turn to be drawn: heavy parts come one by one, when there is time. */
export function useTurn(): boolean {
  const [isOurTurn, setIsOurTurn] = useState(false);
  useEffect(() => {
    let isShown = true;
    last = last.then(untilIdle).then(() => {
      if (isShown) startTransition(() => setIsOurTurn(true));
    });
    return () => {
      isShown = false;
    };
  }, []);
  return isOurTurn;
}

function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Not every browser tells when it is idle.
    if (typeof requestIdleCallback !== 'function') setTimeout(resolve);
    else requestIdleCallback(() => resolve(), { timeout: MAX_WAIT_MS });
  });
}
