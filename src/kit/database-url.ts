/** Scheme, user and password, hosts, and the rest. */
export const DATABASE_URL_PARTS = /^([a-z]+:\/\/)((?:[^/?#]*@)?)([^/?#@]*)(.*)$/is;

/** What a setting with a database's URL must look like. */
export const DATABASE_URL_FORM =
  'a URL such as postgres://user:password@host:5432/database; write # / ? @ % in the password as %23 %2F %3F %40 %25';

/**
 * Path and options. An unescaped `/`, `?` or `#` of a password would make the user a host, and an
 * `@` would follow in the path or the name of an option.
 */
const REST = /^(?:\/[^@?#]*)?(?:\?(?:[^=&@#]*(?:=[^&#]*)?(?:&|$))*)?$/;
const MALFORMED_ESCAPE = /%(?![0-9a-f]{2})/gi;
const PASSWORD_OPTIONS = /(?<=[?&])(?:ssl)?password=[^&]*&?/gi;

/** Whether the driver can parse the URL, which may list several hosts separated by commas. */
export function isDatabaseUrl(url: string): boolean {
  if (!/^postgres(ql)?:\/\//i.test(url)) return false;
  const [, scheme, user = '', hosts = '', rest = ''] = DATABASE_URL_PARTS.exec(url) ?? [];
  const list = hosts.split(',');
  if (!REST.test(rest) || (list.length > 1 && list.includes(''))) return false;
  const [plain = ''] = url.split('?', 1);
  return isDecodable(plain) && list.every((host) => isParsable(`${scheme}${user}${host}${rest}`));
}

/** The URL as it may be shown. */
export function withoutPassword(url: string): string {
  const [, scheme, user = '', hosts, rest = ''] = DATABASE_URL_PARTS.exec(url) ?? [];
  const options = rest.replace(PASSWORD_OPTIONS, '').replace(/[?&]$/, '');
  return `${scheme}${user.replace(/:.*@/s, '@')}${hosts}${options}`;
}

/** Like the driver, adds a host after a user without one: options then name the host. */
function isParsable(url: string): boolean {
  return URL.canParse(url) || URL.canParse(url.replace('@/', '@host/'));
}

/** The driver takes a `%` for itself unless two hexadecimal digits follow. */
function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text.replace(MALFORMED_ESCAPE, '%25')) !== null;
  } catch {
    return false;
  }
}
