/*
 * Runs the page's code in steps: each file that the page fetches ahead, in turn. What the page itself
 * brings is drawn before that, and in between a slow phone is free to answer touches.
 */

/** Milliseconds after which the code runs although no frame was drawn: in a tab that nobody sees. */
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
