/** The reader's choices, stored in the browser if it allows that. */
export type Choice = 'theme' | 'tab';

export function remembered(choice: Choice): string | null {
  try {
    return localStorage.getItem(`docs-${choice}`);
  } catch {
    return null;
  }
}

export function remember(choice: Choice, value: string): void {
  document.documentElement.dataset[choice] = value;
  try {
    localStorage.setItem(`docs-${choice}`, value);
  } catch {
    // This page uses the choice; the next one won't.
  }
}
