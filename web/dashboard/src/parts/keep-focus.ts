/**
 * Gives the focus to the page's content when what had it has gone, such as the button that opened a
 * dialog: the next Tab is on the page then, not in the browser's own controls.
 */
export function keepFocus(): void {
  if (document.activeElement !== document.body) return;
  document.getElementById('content')?.focus({ preventScroll: true });
}
