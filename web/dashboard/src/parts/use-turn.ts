import { startTransition, useEffect, useState } from 'react';

/** Maximum milliseconds to wait for the browser to be idle. */
const MAX_WAIT_MS = 1_000;

let last: Promise<void> = Promise.resolve();

/** Whether this component may render: heavy ones render one by one, when the browser is idle. */
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
    // Not every browser supports idle callbacks.
    if (typeof requestIdleCallback !== 'function') setTimeout(resolve);
    else requestIdleCallback(() => resolve(), { timeout: MAX_WAIT_MS });
  });
}
