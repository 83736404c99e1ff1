/** Path of `PUBLIC_URL`, the prefix of all links. */
export function basePath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}
