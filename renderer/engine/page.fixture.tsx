import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import type { RequestInput, RequestName } from '../../core/contract/contract.ts';
import type { AirlockClient } from '../../core/contract/envelope.ts';
import { ClientContext } from './provider.tsx';

/** An answer that the engine gave already. A test can omit irrelevant fields. */
export type Answered = { [N in RequestName]: readonly [N, RequestInput<N>, object] }[RequestName];

/** A client that never answers: pages are rendered from existing answers. */
const SILENT = { request: () => new Promise(() => {}), events: () => {} } as unknown as AirlockClient;

/** A connected host with a workspace, in an operator session. */
const HOST: readonly Answered[] = [
  ['host.describe', {}, { home: '/home/op', session: { role: 'operator' }, nativeDialogs: false }],
  ['settings.read', {}, { side: 'connected', workspaces: ['/w'] }],
];

/** Renders a part of a page once, without a browser, from answers of the engine. @returns its HTML */
export function drawn(element: ReactNode, answered: readonly Answered[] = [], address = '/'): string {
  const queries = new QueryClient();
  for (const [name, input, answer] of [...HOST, ...answered]) queries.setQueryData([name, input], answer);
  return renderToStaticMarkup(
    <ClientContext value={SILENT}>
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={[address]}>{element}</MemoryRouter>
      </QueryClientProvider>
    </ClientContext>,
  );
}

/** Returns the text of HTML, as users read it. */
export function textOf(html: string): string {
  return html
    .replaceAll(/<(?:style|svg)[^>]*>.*?<\/(?:style|svg)>/gs, '')
    .replaceAll(/<\/?(?:strong|em|b|span|code|a|time)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Returns the text of the heading of a screen. */
export function sentenceOf(html: string): string {
  return textOf(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '');
}

/** Returns by their text or accessible name whether the buttons of HTML are enabled. */
export function buttonsOf(html: string): Record<string, 'on' | 'off'> {
  const found = html.matchAll(/<button\b([^>]*)>(.*?)<\/button>/gs);
  return Object.fromEntries(
    Array.from(found, ([, attributes = '', content = '']) => [
      textOf(/aria-label="([^"]*)"/.exec(attributes)?.[1] ?? content),
      /\sdisabled=""/.test(attributes) ? 'off' : 'on',
    ]),
  );
}

/** Returns the targets of the links of HTML by their text. */
export function linksOf(html: string): Record<string, string> {
  const found = html.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs);
  return Object.fromEntries(Array.from(found, ([, to = '', content = '']) => [textOf(content), textOf(to)]));
}
