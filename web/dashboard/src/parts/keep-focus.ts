/*
 * Keeps the focus on the page when the focused element disappears, such as a removed row or the
 * button that opened a dialog. Otherwise the next Tab would start in the browser's own controls.
 */

/** The page's last focused element, outside of dialogs, and its position. */
interface Focused {
  readonly element: HTMLElement;
  /** The parent of the element's table row or list item, and the index of that row. */
  readonly rows: Element | null;
  readonly place: number;
  readonly ancestors: readonly Element[];
}

const FOCUSABLE =
  'a[href], button:not(:disabled), button[data-loading], input:not(:disabled), select:not(:disabled)';

const DIALOG = '[aria-modal="true"]';

let last: Focused | null = null;
/** The last focused element in a dialog. */
let lastInDialog: HTMLElement | null = null;

/** Starts watching the page. Dialogs, outside of `root`, return the focus when they close. */
export function keepFocus(root: HTMLElement): void {
  root.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? focusedAt(target) : null;
  });
  document.addEventListener('focusin', ({ target }) => {
    const isInDialog = target instanceof HTMLElement && target.closest(DIALOG) !== null;
    lastInDialog = isInDialog ? target : null;
  });
  // A click outside of any control clears the focus, as usual; one on the focused control, such as a
  // second click on a button, doesn't move it, so no `focusin` follows.
  root.addEventListener('pointerdown', ({ target }) => {
    const focused = document.activeElement;
    const isOnFocused = target instanceof Node && focused?.contains(target);
    if (last?.element !== focused || !isOnFocused) last = null;
  });
  new MutationObserver(restore).observe(document.body, {
    ...{ childList: true, subtree: true },
    attributeFilter: ['disabled'],
  });
}

function focusedAt(element: HTMLElement): Focused {
  const row = element.closest('tr, li');
  const ancestors: Element[] = [];
  for (let one = element.parentElement; one; one = one.parentElement) ancestors.push(one);
  const rows = row?.parentElement ?? null;
  return { element, rows, place: rows && row ? [...rows.children].indexOf(row) : 0, ancestors };
}

function restore(): void {
  if (document.activeElement !== document.body || !document.hasFocus()) return;
  // The page behind an open dialog must not get the focus.
  if (document.querySelector(DIALOG)) {
    if (lastInDialog?.isConnected) refocus(lastInDialog);
    return;
  }
  if (last === null) return;
  if (last.element.isConnected) {
    refocus(last.element);
    return;
  }
  const next = inNextRow(last) ?? headingOf(last);
  if (!next) return;
  last = focusedAt(next);
  refocus(next);
}

/** Focuses it; a button that is disabled while its request is in progress, once it is enabled. */
function refocus(element: HTMLElement): void {
  if (!element.matches(':disabled')) element.focus({ preventScroll: true });
}

/** The same control in the row now at this index, or else in the last row. */
function inNextRow({ element, rows, place }: Focused): HTMLElement | null {
  if (!rows?.isConnected) return null;
  const row = rows.children[Math.min(place, rows.children.length - 1)];
  const controls = [...(row?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
  return controls.find((one) => one.textContent === element.textContent) ?? controls.at(-1) ?? null;
}

/** The heading of the nearest ancestor still on the page, otherwise the page's content. */
function headingOf({ ancestors }: Focused): HTMLElement | null {
  for (const one of ancestors.filter((ancestor) => ancestor.isConnected)) {
    const heading = one.querySelector<HTMLElement>('h1, h2, h3');
    if (heading && one !== document.body) {
      heading.tabIndex = -1;
      return heading;
    }
  }
  return document.getElementById('content');
}
