/** Writes a mail as plain text and as HTML. */
import { escapeHtml } from 'atlas-engine/runtime';
import type { OutgoingMail } from './outgoing-mail.ts';

/** A button of a mail: its text, and the address that it opens. */
export interface MailAction {
  readonly text: string;
  readonly address: string;
}

/** The content of a mail, in the language of its reader. */
export interface MailContent {
  readonly id: string;
  readonly locale: string;
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The buttons of the mail. */
  readonly actions: readonly MailAction[];
  /** Sentences after the buttons. */
  readonly after: readonly string[];
  readonly footer: string;
}

/** The characters that could end a header of a mail. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;

const BODY = 'margin:0;padding:24px;background:#f5f3ee;color:#22261f';
const FONT = 'font-family:system-ui,-apple-system,sans-serif;font-size:16px;line-height:1.5';
const CARD = 'max-width:560px;margin:0 auto;padding:24px 28px;background:#fff;border-radius:8px';
const BUTTON =
  'display:inline-block;padding:10px 18px;background:#1f5b3f;color:#fff;text-decoration:none;border-radius:6px;font-weight:600';
const SMALL = 'font-size:13px;color:#5a6156';

export function writeMail(content: MailContent): OutgoingMail {
  return {
    id: content.id,
    to: content.to,
    subject: content.subject.replace(BREAKS, ' '),
    text: plainText(content),
    html: html(content),
  };
}

function plainText({ paragraphs, actions, after, footer }: MailContent): string {
  const links = actions.map(({ text, address }) => `${text}\n${address}`);
  return `${[...paragraphs, ...links, ...after].join('\n\n')}\n\n-- \n${footer}\n`;
}

function html(content: MailContent): string {
  const { locale, subject, paragraphs, actions, after, footer } = content;
  const paragraph = (text: string, style = ''): string =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;
  const link = ({ text, address }: MailAction): readonly string[] => [
    `<p style="margin:0 0 16px"><a href="${escapeHtml(address)}" style="${BUTTON}">${escapeHtml(text)}</a></p>`,
    // For programs that do not open links.
    paragraph(address, `${SMALL};word-break:break-all`),
  ];
  return [
    '<!doctype html>',
    `<html lang="${escapeHtml(locale)}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="${BODY}"><div style="${CARD};${FONT}">`,
    ...paragraphs.map((text) => paragraph(text)),
    ...actions.flatMap(link),
    ...after.map((text) => paragraph(text, SMALL)),
    paragraph(footer, `${SMALL};border-top:1px solid #dcdad3;padding-top:12px`),
    '</div></body></html>',
  ].join('\n');
}
