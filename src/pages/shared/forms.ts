import type { FastifyReply, FastifyRequest } from 'fastify';
import { readIncoming } from '../../gateway/incoming.ts';
import { isStorable } from '../../kit/text.ts';
import { pageErrors } from './page-errors.ts';

/** The form-encoded body. Throws 400 for text that can't be stored. */
export function readForm(request: FastifyRequest): URLSearchParams {
  const { body } = readIncoming(request);
  const form = new URLSearchParams(body.toString('utf8'));
  for (const text of form.values()) {
    if (!isStorable(text)) throw pageErrors.invalidForm();
  }
  return form;
}

/** The URL of the receipt. */
export function withOrder(path: string, orderId: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}order=${encodeURIComponent(orderId)}`;
}

/** Redirects the browser to a page that can be reloaded safely. */
export function seeOther(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(path, 303);
}

export const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** Whether the request comes from a plain form. */
export function isForm(request: FastifyRequest): boolean {
  return FORM.test(request.headers['content-type'] ?? '');
}
