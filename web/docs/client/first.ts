import { remembered } from './remembered.ts';

// Runs before the first paint, so that the page appears in the chosen colors and language.
const root = document.documentElement;
root.dataset.theme = remembered('theme') ?? 'system';
root.dataset.tab = remembered('tab') ?? 'curl';
