/** Choices of the reader, kept in the browser where it allows that. */
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
    // The page follows the choice, and the next one doesn't.
  }
}
