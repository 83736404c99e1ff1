import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './dashboard.css';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { Dashboard } from './app/dashboard.tsx';
import { fetchPage, router } from './app/router.tsx';
import { styleNonce } from './app/style-nonce.ts';

// Mantine's modals lock scrolling with a style element, whose library reads its nonce here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
fetchPage();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no root');
// In steps: a slow phone stays free to answer touches in between. The name stands there until the page
// is known: without one the router would draw nothing.
const open = () => startTransition(() => createRoot(root).render(<Dashboard />));
router.load().then(open, open);
