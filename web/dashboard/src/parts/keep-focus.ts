/*
 * Keeps the focus on the page when what had it goes: a row that was removed, the button that opened a
 * dialog. Without that the next Tab would begin in the browser's own controls.
 */

/** What had the focus last on the page itself, and where it stood. */
interface Focused {
  readonly element: HTMLElement;
  /** Its row of a table or list, and the place of that among the others. */
  readonly rows: Element | null;
  readonly place: number;
  readonly ancestors: readonly Element[];
}

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled)';

const DIALOG = '[aria-modal="true"]';

let last: Focused | null = null;
/** What had the focus last in a dialog. */
let lastInDialog: HTMLElement | null = null;

/** Watches the page as long as it is open. Dialogs, outside `root`, return it when they close. */
export function keepFocus(root: HTMLElement): void {
  root.addEventListener('focusin', ({ target }) => {
    last = target instanceof HTMLElement ? focusedAt(target) : null;
  });
  document.addEventListener('focusin', ({ target }) => {
    const isInDialog = target instanceof HTMLElement && target.closest(DIALOG) !== null;
    lastInDialog = isInDialog ? target : null;
  });
  // A click beside everything takes the focus from the page, as is usual.
  root.addEventListener('pointerdown', () => {
    last = null;
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
  // The page behind an open dialog can't have the focus.
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
  next?.focus({ preventScroll: true });
}

function refocus(element: HTMLElement): void {
  // A button that waits for its answer is disabled meanwhile.
  if (!element.matches(':disabled')) element.focus({ preventScroll: true });
}

/** The same control of the row that has taken the place, or of the last one. */
function inNextRow({ element, rows, place }: Focused): HTMLElement | null {
  if (!rows?.isConnected) return null;
  const row = rows.children[Math.min(place, rows.children.length - 1)];
  const controls = [...(row?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [])];
  return controls.find((one) => one.textContent === element.textContent) ?? controls.at(-1) ?? null;
}

/** The heading of the nearest part of the page that is still there; else the page's content. */
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
