import { addCopyButtons } from './copy.ts';
import { chooseTabs } from './tabs.ts';
import { chooseTheme } from './theme.ts';

followOldAnchor();
chooseTheme();
chooseTabs();
addCopyButtons();
prepareSearch();
showPlace();
if (document.getElementById('calculator-form')) {
  const { calculate } = await import('./calculator.ts');
  calculate();
}

/** Redirects anchors such as `/docs#store/create-store`, from when all actions were on one page. */
function followOldAnchor(): void {
  const [, action] = /^#([a-z-]+\/[a-z-]+)$/.exec(location.hash) ?? [];
  if (location.pathname === '/docs' && action && document.getElementById(action)) {
    location.replace(`/docs/actions/${action}`);
  }
}

/** Scrolls the menu to the current page, without scrolling the page itself. */
function showPlace(): void {
  const menu = document.getElementById('menu') as HTMLElement;
  const current = menu.querySelector<HTMLElement>('[aria-current]');
  if (current) menu.scrollTop = current.offsetTop - menu.clientHeight / 2;
}

function prepareSearch(): void {
  const button = document.getElementById('search-open') as HTMLButtonElement;
  const open = async () => {
    const { openSearch } = await import('./search.ts');
    await openSearch();
  };
  button.hidden = false;
  button.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey);
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea');
    if (!isShortcut && (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void open();
  });
  // On small screens the menu opens as a link target; leaving it removes the target.
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && location.hash === '#menu') location.hash = '#content';
  });
}
