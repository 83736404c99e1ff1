import type { FastifyReply, FastifyRequest } from 'fastify';
import { ActionError } from '../../contract/errors.ts';
import { toExpected } from '../../gateway/failure.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import type { Language } from '../../kit/languages.ts';
import type { Texts } from '../../texts/texts.ts';
import { pageLanguage } from './page-language.ts';
import { renderNotice } from './render-notice.tsx';
import { newNonce, securityHeaders } from './security-headers.ts';
import { sendText } from './send-text.ts';

/** The content of a page that belongs to no store. */
interface Notice {
  readonly title: string;
  readonly text: string;
}

/**
 * Renders every error of a page as a page. Internal errors are logged, and their text is never
 * shown.
 */
export function answerErrorPage(
  gateway: Gateway,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  unknown: (texts: Texts) => Notice = unknownCheckout,
  language: Language = pageLanguage(request),
): FastifyReply {
  const known = toExpected(error);
  const status = known?.status ?? statusOf(error);
  if (status >= 500 && !(error instanceof ActionError))
    request.log.error({ err: error, requestId: request.id }, 'failed');
  const nonce = newNonce();
  const html = renderNotice(gateway.ports.publicUrl, nonce, language, (texts) =>
    noticeOf(status, texts, unknown),
  );
  return sendHtml(reply.headers(known?.headers ?? {}), status, html, securityHeaders(nonce));
}

/** The framework's own errors carry a status below 500. */
function statusOf(error: unknown): number {
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : 500;
}

function unknownCheckout(texts: Texts): Notice {
  return { title: texts.unknownTitle, text: texts.unknownText };
}

function noticeOf(status: number, texts: Texts, unknown: (texts: Texts) => Notice): Notice {
  if (status === 404) return unknown(texts);
  if (status === 429) return { title: texts.busyTitle, text: texts.busyText };
  return { title: texts.failureTitle, text: texts.failureText };
}

/** Answers with a hosted page under its security headers. */
export function sendHtml(
  reply: FastifyReply,
  status: number,
  html: string,
  headers: Readonly<Record<string, string>>,
): FastifyReply {
  return sendText(reply.code(status).headers(headers), 'text/html; charset=utf-8', html);
}
