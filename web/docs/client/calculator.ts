/** Computes the signature of a request in the page itself: nothing is sent or stored. */
export function calculate(): void {
  const form = document.getElementById('calculator-form') as HTMLFormElement;
  form.addEventListener('submit', (event) => event.preventDefault());
  if (!globalThis.crypto?.subtle) {
    say('Your browser computes signatures only on pages served over https or from localhost.');
    return;
  }
  let latest = 0;
  form.addEventListener('input', async () => {
    latest += 1;
    const own = latest;
    const results = await compute(new FormData(form));
    // Newer input has its own results.
    if (own === latest) show(results);
  });
}

interface Results {
  readonly hash: string;
  readonly canonical: string;
  readonly signature: string;
  readonly note: string;
}

async function compute(form: FormData): Promise<Results> {
  // Forms may use CRLF line breaks, but programs send the body as it was typed.
  const value = (name: string) => String(form.get(name)).replaceAll('\r\n', '\n');
  const bytes = new TextEncoder().encode(value('body'));
  const hash = toBase64(await crypto.subtle.digest('SHA-256', bytes));
  const canonical = ['POST', value('path').trim(), value('timestamp').trim(), hash].join('\n');
  try {
    const key = await importKey(value('key'));
    const signed = await crypto.subtle.sign(ALGORITHM, key, new TextEncoder().encode(canonical));
    return { hash, canonical, signature: toBase64(signed), note: warningOf(form) };
  } catch {
    const note =
      'This isn’t an RSA private key in PKCS #8, which begins with -----BEGIN PRIVATE KEY-----.';
    return { hash, canonical, signature: '', note };
  }
}

const ALGORITHM = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

/** Imports a PEM key; its line breaks can be written as `\n`, as in an environment file. */
function importKey(pem: string): Promise<CryptoKey> {
  const [, base64 = ''] =
    /-----BEGIN PRIVATE KEY-----([\s\S]+)-----END PRIVATE KEY-----/.exec(
      pem.replaceAll('\\n', '\n'),
    ) ?? [];
  const bytes = Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (char) => char.charCodeAt(0));
  return crypto.subtle.importKey('pkcs8', bytes, ALGORITHM, false, ['sign']);
}

function warningOf(form: FormData): string {
  const path = String(form.get('path')).trim();
  if (!path.startsWith('/')) return 'Line 2 is only the path, without the scheme and host.';
  if (path.includes('?')) return 'Actions take no query string.';
  const isSeconds = /^\d{1,11}$/.test(String(form.get('timestamp')).trim());
  return isSeconds ? '' : 'The timestamp is Unix time in whole seconds.';
}

function toBase64(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}

function show({ hash, canonical, signature, note }: Results): void {
  const results = { hash, canonical, signature };
  for (const [name, text] of Object.entries(results)) {
    (document.getElementById(`calculator-${name}`) as HTMLOutputElement).textContent = text;
  }
  say(note);
}

function say(text: string): void {
  (document.getElementById('calculator-note') as HTMLElement).textContent = text;
}
