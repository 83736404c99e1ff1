import { remembered } from './remembered.ts';

// Before anything is shown: the page appears in the chosen colors, with the chosen language.
const root = document.documentElement;
root.dataset.theme = remembered('theme') ?? 'system';
root.dataset.tab = remembered('tab') ?? 'curl';
