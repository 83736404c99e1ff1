import MiniSearch, { type SearchResult } from 'minisearch';
import { SEARCH_OPTIONS } from './search-options.ts';

const MAX_RESULTS = 12;

const parts: { search?: MiniSearch; dialog?: HTMLDialogElement } = {};

/** Opens the dialog and loads the index once. */
export async function openSearch(): Promise<void> {
  parts.dialog ??= makeDialog();
  if (!parts.dialog.open) parts.dialog.showModal();
  const input = parts.dialog.querySelector('input') as HTMLInputElement;
  input.select();
  if (parts.search) return;
  const { index } = await import(document.body.dataset.index as string);
  parts.search = MiniSearch.loadJSON(index, SEARCH_OPTIONS);
  input.dispatchEvent(new Event('input'));
}

function makeDialog(): HTMLDialogElement {
  const dialog = element('dialog', { class: 'search', 'aria-label': 'Search' });
  const input = element('input', {
    ...{
      type: 'text',
      inputmode: 'search',
      role: 'combobox',
      placeholder: 'Search actions, events, errors, guides',
    },
    ...{ 'aria-label': 'Search the documentation', 'aria-controls': 'search-results' },
    ...{ 'aria-expanded': 'true', 'aria-autocomplete': 'list', autocomplete: 'off' },
  });
  const list = element('div', { id: 'search-results', role: 'listbox', 'aria-label': 'Results' });
  const note = element('p', { class: 'note', role: 'status' });
  dialog.append(input, note, list);
  document.body.append(dialog);
  input.addEventListener('input', () => showResults(input, list, note));
  input.addEventListener('keydown', (event) => onKey(event, input, list));
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
    if (target instanceof Element && target.closest('a')) dialog.close();
  });
  return dialog;
}

function showResults(input: HTMLInputElement, list: HTMLElement, note: HTMLElement): void {
  const query = input.value.trim();
  const found = query === '' ? [] : (parts.search?.search(query, HOW) ?? []).slice(0, MAX_RESULTS);
  list.replaceChildren(...found.map(resultItem));
  list.hidden = found.length === 0;
  note.textContent = query !== '' && parts.search && found.length === 0 ? 'No results.' : '';
  mark(input, list, 0);
}

/** Exact names of actions and fields first, then prefixes, then misspellings. */
const HOW = {
  boost: { title: 4, heading: 2 },
  prefix: true,
  fuzzy: (term: string) => (term.length > 4 ? 0.2 : false),
  combineWith: 'AND',
  // A page ranks before its sections.
  boostDocument: (_id: string, _term: string, stored?: Record<string, unknown>) =>
    stored?.heading === '' ? 1.6 : 1,
} as const;

function resultItem(result: SearchResult, index: number): HTMLElement {
  const link = element('a', {
    ...{ role: 'option', id: `result-${index}`, href: String(result.id), tabindex: '-1' },
  });
  const title = element('strong', {});
  title.textContent = result.heading ? `${result.title}: ${result.heading}` : result.title;
  const excerpt = element('span', {});
  excerpt.textContent = result.excerpt;
  link.append(title, excerpt);
  return link;
}

function onKey(event: KeyboardEvent, input: HTMLInputElement, list: HTMLElement): void {
  const items = [...list.children] as HTMLElement[];
  const at = items.findIndex((item) => item.getAttribute('aria-selected') === 'true');
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step !== undefined && items.length > 0) {
    event.preventDefault();
    mark(input, list, (at + step + items.length) % items.length);
  }
  if (event.key === 'Enter') items[at]?.click();
}

function mark(input: HTMLInputElement, list: HTMLElement, at: number): void {
  for (const [index, item] of [...list.children].entries()) {
    item.setAttribute('aria-selected', String(index === at));
    if (index === at) item.scrollIntoView({ block: 'nearest' });
  }
  const marked = list.children[at];
  if (marked) input.setAttribute('aria-activedescendant', marked.id);
  else input.removeAttribute('aria-activedescendant');
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>>,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
