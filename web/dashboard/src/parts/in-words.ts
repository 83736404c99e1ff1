/** A code of the API as words: `insufficient funds`. */
export function inWords(code: string): string {
  return code.replaceAll('_', ' ');
}
