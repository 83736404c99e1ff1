import { remember } from './remembered.ts';

/** Tabs of examples: one language applies to all examples on all pages. */
export function chooseTabs(): void {
  for (const group of document.querySelectorAll('.tabs')) prepare(group);
  choose(document.documentElement.dataset.tab ?? 'curl');
}

function prepare(group: Element): void {
  const tabs = [...group.querySelectorAll<HTMLButtonElement>('[role=tab]')];
  for (const panel of group.querySelectorAll('.panel')) panel.setAttribute('role', 'tabpanel');
  for (const [index, tab] of tabs.entries()) {
    tab.addEventListener('click', () => pick(tab));
    tab.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (step !== undefined) pick(tabs.at((index + step) % tabs.length) as HTMLButtonElement);
    });
  }
}

function pick(tab: HTMLButtonElement): void {
  const name = tab.dataset.tab as string;
  const before = tab.getBoundingClientRect().top;
  remember('tab', name);
  choose(name);
  tab.focus();
  // Blocks above may have changed height, so keep the clicked tab in place.
  scrollBy(0, tab.getBoundingClientRect().top - before);
}

function choose(name: string): void {
  for (const tab of document.querySelectorAll<HTMLElement>('[role=tab]')) {
    const isChosen = tab.dataset.tab === name;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
  }
  for (const panel of document.querySelectorAll<HTMLElement>('.panel')) {
    panel.hidden = panel.dataset.tab !== name;
    panel.setAttribute('aria-label', panel.dataset.tab as string);
  }
}
