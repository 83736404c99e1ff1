import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/global.css';
// Early, so that the components that open in it can override it.
import '@mantine/core/styles/Popover.css';
import './dashboard.css';
import './large-text.css';
import './react-first.ts';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Dashboard } from './app/dashboard.tsx';
import { keepMergedTexts } from './app/merged-texts.ts';
import { repairLanguage } from './app/own-language.ts';
import { fetchPage, router } from './app/router.tsx';
import { styleNonce } from './app/style-nonce.ts';
import { allowTranslation } from './app/translated-page.ts';
import { keepFocus } from './parts/keep-focus.ts';

// Mantine's modals lock scrolling with a style element, whose library reads its nonce here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
repairLanguage();
allowTranslation();
keepMergedTexts();
keepFocus(root);
// In the same frame as the first content.
new MutationObserver((_changes, observer) => {
  document.querySelector('.opening')?.remove();
  observer.disconnect();
}).observe(root, { childList: true });
// Renders in steps, so that a slow phone can respond to touches in between. The page's static
// content is shown until the route is known, because the router would render nothing without one.
const open = () => startTransition(() => createRoot(root).render(<Dashboard />));
setTimeout(() => {
  fetchPage();
  router.load().then(open, open);
});
