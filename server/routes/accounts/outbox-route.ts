/** Shows the mails of a demonstration, on the machine of the server only. */
import { createHash } from 'node:crypto';
import { escapeHtml, translator } from 'atlas-engine/runtime';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../../http/errors.ts';
import { addGetRoute } from '../../http/get-route.ts';
import { chooseLocale } from '../../http/negotiate.ts';
import { isAskedHere } from '../../http/site.ts';
import type { KeptMail, Outbox } from '../../mail/outbox.ts';

const CSS = `body{margin:0;padding:24px;background:#f5f3ee;color:#22261f;font:16px/1.5 system-ui,sans-serif}
main{max-width:680px;margin:0 auto}
article{background:#fff;border-radius:8px;padding:16px 24px;margin:16px 0}
h1{font-size:22px}h2{font-size:18px;margin:0}
p{margin:4px 0;color:#5a6156}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit;margin:12px 0 0}
a{color:#1f5b3f}`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(CSS).digest('base64')}'`,
  "frame-ancestors 'none'",
].join('; ');

/** Adds `/dev/mail`. `outbox` is null for a server that sends its mails, or cannot. */
export function addOutboxRoute(app: FastifyInstance, outbox: Outbox | null): void {
  addGetRoute(app, '/dev/mail', async (request, reply) => {
    if (outbox === null || !isAskedHere(request.headers)) throw new HttpError('not-found');
    return reply
      .headers({ 'content-security-policy': POLICY, 'cache-control': 'private, no-store' })
      .type('text/html; charset=utf-8')
      .send(pageOf(await outbox.mails(), request));
  });
}

function pageOf(mails: readonly KeptMail[], { headers, atlas }: FastifyRequest): string {
  const { words, locales } = atlas.snapshot;
  const locale = chooseLocale(headers['accept-language'], locales.available) ?? locales.session;
  const say = translator({ locale, words: words[locale]! });
  const times = new Intl.DateTimeFormat([locale, 'en'], {
    dateStyle: 'medium',
    timeStyle: 'medium',
  });
  const articles = mails.map(({ at, to, subject, text }) =>
    [
      `<article><h2>${escapeHtml(subject)}</h2>`,
      `<p>${escapeHtml(say('mail.outbox-to', { email: to }))} · <time datetime="${at}">${escapeHtml(times.format(new Date(at)))}</time></p>`,
      `<pre>${withLinks(text)}</pre></article>`,
    ].join('\n'),
  );
  const title = escapeHtml(say('mail.outbox'));
  const none = `<p>${escapeHtml(say('mail.outbox-empty'))}</p>`;
  return [
    '<!doctype html>',
    `<html lang="${escapeHtml(locale)}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${title}</title><style>${CSS}</style></head>`,
    `<body><main><h1>${title}</h1><p>${escapeHtml(say('mail.outbox-about'))}</p>`,
    ...(articles.length > 0 ? articles : [none]),
    '</main></body></html>',
  ].join('\n');
}

/** Returns a text as HTML with links. */
function withLinks(text: string): string {
  return escapeHtml(text).replaceAll(
    /https?:\/\/[^\s<>&"]+/g,
    (address) => `<a href="${address}">${address}</a>`,
  );
}
