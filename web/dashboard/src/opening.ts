/*
 * Applies the preloaded style sheets and runs the page's code in steps: each preloaded file in turn.
 * The page's static content is drawn before that, and a slow phone can respond to touches in
 * between.
 */

/** Milliseconds after which the code runs even if no frame was drawn, as in a background tab. */
const MAX_WAIT_MS = 100;

const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[as=style]')].map(apply);
await untilDrawn();
await Promise.all(sheets);
for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')) {
  await import(/* @vite-ignore */ href);
  await new Promise((resolve) => setTimeout(resolve));
}

/** In the head, in order: before what the theme and the pages opened later add to it. */
function apply({ href }: HTMLLinkElement): Promise<unknown> {
  return new Promise((resolve) => {
    const sheet = { rel: 'stylesheet', crossOrigin: '', href };
    // A page without styles is better than none.
    const ended = { onload: resolve, onerror: resolve };
    document.head.append(Object.assign(document.createElement('link'), sheet, ended));
  });
}

function untilDrawn(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, MAX_WAIT_MS);
  });
}

export {};
