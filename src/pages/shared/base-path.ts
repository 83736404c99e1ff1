/** Path of `PUBLIC_URL`, below which all links lie. */
export function basePath(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}
