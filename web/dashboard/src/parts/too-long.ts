/**
 * The error of a text that is longer than the service accepts, in code points
 * (docs/contract/resources.md#text): a field's `maxLength` counts an emoji as two, and cuts it off.
 */
export function tooLong(text: string, maxLength: number): string | null {
  return [...text.trim()].length > maxLength
    ? `Enter at most ${maxLength.toLocaleString('en')} characters.`
    : null;
}
