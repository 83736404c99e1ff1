import type { FastifyReply } from 'fastify';
import { renderPage } from '../../start-page/plain-page.tsx';

/** Sends HTML; the guard has set the other headers. */
export function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
  return reply.status(status).header('content-type', 'text/html; charset=utf-8').send(html);
}

/** Says why there is nothing to see. */
export function refuse(reply: FastifyReply, status: number, text: string): FastifyReply {
  const body = (
    <main>
      <h1>This does not work</h1>
      <p role="alert" class="message">
        {text}
      </p>
    </main>
  );
  return sendPage(reply, status, renderPage({ title: 'Tillgate: KYB tickets', body }));
}
