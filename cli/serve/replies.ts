import type { ServerResponse } from 'node:http';
import { inertJson } from '../../core/base/document/inert-text.ts';
import { AirlockError } from '../../core/base/errors/airlock-error.ts';
import type { ErrorCode } from '../../core/base/errors/codes.ts';
import type { Answer } from '../../core/contract/envelope.ts';
import { t } from './messages.ts';

export function sendAnswer(response: ServerResponse, status: number, given: Answer): void {
  const body = Buffer.from(inertJson(given));
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.writeHead(status, { 'content-length': body.length }).end(body);
}

/** Sends a rejection of the carrier in the form of the contract. */
export function rejectRequest(
  response: ServerResponse,
  status: number,
  code: ErrorCode,
  message: string,
): void {
  const error = new AirlockError(code, message);
  if (status === 413) response.setHeader('connection', 'close');
  sendAnswer(response, status, { ok: false, error: { ...error.toJSON(), problems: [] } });
}

/** Sends a page of the host: a sentence, or markup that starts with `<`. */
export function sendPage(response: ServerResponse, status: number, text: string): void {
  const markup = text.startsWith('<') ? text : page(`<p>${text}</p>`);
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.writeHead(status, { 'content-length': Buffer.byteLength(markup) }).end(markup);
}

export function rejectedPage(why: string): string {
  const help = t('rejectedHelpText', {
    command: '<code>airlock serve</code>',
    token: '<code>?token=</code>',
  });
  return page(
    `<h1>${t('rejectedTitle')}</h1>
<p>${t('rejectedText', { reason: why })}</p>
<p>${help}</p>`,
  );
}

/** Returns a page that opens the application automatically. */
export function enteringPage(): string {
  return page('<p><a href="/">Airlock</a></p>', '<meta http-equiv="refresh" content="0;url=/">');
}

function page(body: string, head = ''): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<title>Airlock</title>${head}
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1rem}</style></head>
<body>${body}</body></html>
`;
}
