import type { StoredCheckout } from '../../domain/store/settings.ts';
import { viewCheckout } from '../../domain/store/settings.ts';
import type { MailText } from '../../events/mail-text.ts';
import { parseColor, type Rgb, readable, toHex, WHITE } from '../../kit/colors.ts';
import { directionOf } from '../../kit/languages.ts';
import { parseHttpUrl } from '../../kit/url.ts';

export interface MailLook {
  readonly language: string;
  readonly storeName: string;
  readonly logo: string | null;
  readonly checkoutSettings: StoredCheckout;
  readonly footer: string;
  /** Link and its text; null if not required. */
  readonly unsubscribe: { readonly url: string; readonly label: string } | null;
}

/** Maximum characters of a logo's URL. */
const MAX_URL_LENGTH = 2_048;
const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const MUTED = '#6b6b6b';
const LINE = '#e5e5e5';

/** The plain text of a mail, without its unsubscribe link. */
export function renderMailText(text: MailText, { footer }: MailLook): string {
  const parts = [
    text.heading,
    ...text.paragraphs,
    ...(text.code ? [text.code] : []),
    ...(text.link ? [text.link.url] : []),
    ...(text.rows.length > 0 ? [text.rows.map(toLine).join('\n')] : []),
    `-- \n${footer}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** The plain text, with the link if any. */
export function withUnsubscribe(text: string, link: MailLook['unsubscribe']): string {
  return link ? `${text}\n${link.label}: ${link.url}\n` : text;
}

/**
 * The HTML of a mail: tables and inline styles, as email clients require. Every text is escaped,
 * every color computed from parsed numbers, the logo an https URL (docs/contract/invariants.md#32).
 */
export function renderMailHtml(text: MailText, look: MailLook): string {
  const theme = viewCheckout(look.checkoutSettings).light;
  const accent = parseColor(theme.checkoutColorPrimary, WHITE) ?? [0, 0, 0];
  const logo = logoOf(theme.checkoutLogo ?? look.logo);
  const direction = directionOf(look.language);
  return `<!doctype html>
<html lang="${escapeHtml(look.language)}" dir="${direction}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escapeHtml(text.subject)}</title></head>
<body dir="${direction}" style="margin:0;background:#f5f5f5;color:#1a1a1a;font-family:${FONT}">
<table role="presentation" dir="${direction}" width="100%" cellpadding="0" cellspacing="0"><tr>
<td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"
 style="max-width:560px;background:#ffffff;border-radius:8px;overflow:hidden">
<tr><td style="padding:20px 28px;background:${toHex(accent)};color:${toHex(onColor(accent))};font-size:18px;font-weight:600">
${logo ? `<img src="${escapeHtml(logo)}" alt="" height="32" style="height:32px;vertical-align:middle;margin-${direction === 'ltr' ? 'right' : 'left'}:12px">` : ''}${escapeHtml(look.storeName)}
</td></tr>
<tr><td style="padding:28px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3">${escapeHtml(text.heading)}</h1>
${text.paragraphs.map(toParagraph).join('\n')}
${text.code ? toCode(text.code) : ''}${text.link ? toButton(text.link, accent) : ''}
${text.rows.length > 0 ? toTable(text, direction) : ''}
</td></tr></table>
<p style="max-width:560px;margin:16px auto 0;font-size:12px;line-height:1.5;color:${MUTED}">
${escapeHtml(look.footer)}${look.unsubscribe ? toLink(look.unsubscribe) : ''}</p>
</td></tr></table></body></html>
`;
}

function toLine({ label, value }: MailText['rows'][number]): string {
  return `${label}: ${value}`;
}

function toParagraph(paragraph: string): string {
  return `<p style="margin:0 0 16px;font-size:15px;line-height:1.5">${escapeHtml(paragraph)}</p>`;
}

function toCode(code: string): string {
  return `<p style="margin:0 0 16px;font-size:30px;font-weight:700;letter-spacing:6px" dir="ltr">${escapeHtml(code)}</p>`;
}

function toButton({ url, label }: NonNullable<MailText['link']>, accent: Rgb): string {
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${toHex(accent)};color:${toHex(onColor(accent))};font-size:15px;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`;
}

function toTable({ rows }: MailText, direction: 'ltr' | 'rtl'): string {
  const [start, end] = direction === 'ltr' ? ['left', 'right'] : ['right', 'left'];
  const cell = `padding:8px 0;border-top:1px solid ${LINE};font-size:14px;vertical-align:top`;
  const lines = rows.map(
    ({
      label,
      value,
    }) => `<tr><td style="${cell};color:${MUTED};text-align:${start};padding-${end}:16px">${escapeHtml(label)}</td>
<td style="${cell};text-align:${end};word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0">
${lines.join('\n')}</table>`;
}

function toLink({ url, label }: NonNullable<MailLook['unsubscribe']>): string {
  return ` <a href="${escapeHtml(url)}" style="color:${MUTED}">${escapeHtml(label)}</a>`;
}

/** Black or white, whichever is readable. */
function onColor(accent: Rgb): Rgb {
  return readable(WHITE, [accent]);
}

function logoOf(text: string | null): string | null {
  const url = text === null ? null : parseHttpUrl(text, MAX_URL_LENGTH);
  return url?.protocol === 'https:' ? url.href : null;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
