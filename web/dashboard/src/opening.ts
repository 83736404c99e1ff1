/*
 * Runs the page's code in steps: each preloaded file in turn. The page's static content is drawn
 * before that, and a slow phone can respond to touches in between.
 */

/** Milliseconds after which the code runs even if no frame was drawn, as in a background tab. */
const MAX_WAIT_MS = 100;

await untilDrawn();
for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')) {
  await import(/* @vite-ignore */ href);
  await new Promise((resolve) => setTimeout(resolve));
}

function untilDrawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, MAX_WAIT_MS);
  });
}

export {};
