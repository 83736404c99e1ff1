/** Milliseconds for which a button shows that it has copied. */
const SHOWN_MS = 1_500;

export function addCopyButtons(): void {
  // Browsers provide no clipboard to pages loaded over plain http.
  if (!navigator.clipboard) return;
  for (const block of document.querySelectorAll('.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(block.querySelector('code')?.textContent ?? '');
      button.textContent = 'Copied';
      setTimeout(() => {
        button.textContent = 'Copy';
      }, SHOWN_MS);
    });
    block.append(button);
  }
}
