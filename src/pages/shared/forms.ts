import type { FastifyReply, FastifyRequest } from 'fastify';
import { readIncoming } from '../../gateway/incoming.ts';
import { isStorable } from '../../kit/text.ts';
import { pageErrors } from './page-errors.ts';

/** Bytes and fields of a form, more than any of ours has: decoding megabytes takes seconds. */
const MAX_FORM_BYTES = 64 * 1024;
const MAX_FIELDS = 100;

/** The form-encoded body. Throws 400 for a large one, and for text that can't be stored. */
export function readForm(request: FastifyRequest): URLSearchParams {
  const { body } = readIncoming(request);
  if (body.length > MAX_FORM_BYTES) throw pageErrors.invalidForm();
  const text = body.toString('utf8');
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) throw pageErrors.invalidForm();
  const form = new URLSearchParams(text);
  for (const value of form.values()) {
    if (!isStorable(value)) throw pageErrors.invalidForm();
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
