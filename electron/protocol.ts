import { readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { type Protocol, protocol } from 'electron';
import { CONTENT_SECURITY_POLICY } from '../core/contract/content-security.ts';
import { stoppedPage } from './stopped-page.ts';

const SCHEME = 'airlock';
/** Origin of every page of the app; nothing else may speak to the host. */
export const ORIGIN: string = `${SCHEME}://app`;
export const START_PAGE: string = `${ORIGIN}/`;
/** What is shown when the page keeps dying; `?reason=` says why. */
export const STOPPED_PAGE: string = `${ORIGIN}/stopped`;

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

/** Makes `airlock:` a standard, secure scheme. Must come before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: SCHEME,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

/** Serves the built renderer as `airlock://app/`. */
export function serveRenderer(on: Pick<Protocol, 'handle'>, directory: string): void {
  on.handle(SCHEME, (request) => answerPage(request, directory));
}

/**
 * A file of the renderer's folder with the headers of the app; 404 for everything that is not there, whatever way it is
 * spelled.
 */
export async function answerPage(
  request: Pick<Request, 'url' | 'method'>,
  directory: string,
): Promise<Response> {
  if (request.method !== 'GET') return reply(405, 'text/plain', 'Only GET.');
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined;
  if (
    url?.protocol === `${SCHEME}:` &&
    url.host === 'app' &&
    url.username === '' &&
    url.pathname === '/stopped'
  )
    return reply(200, CONTENT_TYPES['.html']!, stoppedPage(url.searchParams.get('reason') ?? ''));
  const file = url && fileOf(url, directory);
  const content = file && (await readFile(file).catch(() => undefined));
  if (!content) return reply(404, 'text/plain', 'Not found.');
  return reply(200, CONTENT_TYPES[extname(file)] ?? 'application/octet-stream', content);
}

function fileOf(url: URL, directory: string): string | undefined {
  if (url.protocol !== `${SCHEME}:` || url.host !== 'app' || url.username !== '') return undefined;
  let path: string;
  try {
    path = decodeURIComponent(url.pathname);
  } catch {
    return undefined;
  }
  if (/[\0\\]|(^|\/)\.\.(\/|$)/.test(path)) return undefined;
  const file = join(directory, path === '/' ? 'index.html' : path);
  const inside = relative(directory, file);
  return inside === '' || inside.startsWith(`..${sep}`) || inside === '..' ? undefined : file;
}

function reply(status: number, type: string, body: string | Uint8Array<ArrayBuffer>): Response {
  return new Response(body, {
    status,
    headers: {
      'content-type': type,
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    },
  });
}
