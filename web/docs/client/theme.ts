import { remember } from './remembered.ts';

const THEMES = ['system', 'light', 'dark'];

/** A button that cycles through the themes. */
export function chooseTheme(): void {
  const button = document.getElementById('theme') as HTMLButtonElement;
  const current = () => document.documentElement.dataset.theme ?? 'system';
  const name = document.getElementById('theme-name') as HTMLElement;
  const show = () => {
    name.textContent = current();
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    remember('theme', THEMES[(THEMES.indexOf(current()) + 1) % THEMES.length] as string);
    show();
  });
  show();
}
