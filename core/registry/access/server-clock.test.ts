import { Agent } from 'undici';
import { afterAll, expect, test } from 'vitest';
import { serveHttp } from './loopback-servers.fixture.ts';
import { t } from './messages.ts';
import { routeOf } from './proxy.ts';
import { readServerClock, skewInWords } from './server-clock.ts';

const agent = new Agent();
afterAll(() => agent.close());

test('reads the server time from Date and Age, and none without a date', async () => {
  const at = Date.parse('2026-03-01T12:00:00Z');
  const headers: Record<string, string> = { date: new Date(at).toUTCString(), age: '90' };
  await using server = await serveHttp((request, answer) => {
    answer.sendDate = false;
    answer.writeHead(401, request.url === '/v2/' ? headers : {}).end();
  });
  const url = new URL(`http://127.0.0.1:${server.port}/v2/`);
  const now = () => at + 600_000;
  const { status, clock } = await readServerClock(agent, url, { now });
  expect(status).toBe(401);
  expect(clock).toEqual({ serverMs: at + 90_500, skewMs: 509_500 });
  expect(await readServerClock(agent, new URL('/none', url), { now })).toEqual({ status: 401 });
});

test('describes a skew in words', () => {
  expect(skewInWords(-61_000)).toBe('61 s behind');
  expect(skewInWords(720_000)).toBe('12 min ahead of');
  expect(skewInWords(3 * 3_600_000)).toBe('3 h ahead of');
  expect(skewInWords(-400 * 86_400_000)).toBe('400 days behind');
});

test('explains the route to a host', () => {
  const why = (url: string, env: Record<string, string>) => routeOf(new URL(url), env).because;
  expect(why('https://quay.io', {})).toBe('neither HTTPS_PROXY nor ALL_PROXY is set');
  expect(why('https://quay.io', { https_proxy: 'http://p:1' })).toBe('set by https_proxy');
  const env = { HTTPS_PROXY: 'http://p:1', no_proxy: 'a.lan, .Quay.io' };
  expect(why('https://cdn.quay.io', env)).toBe('no_proxy contains .Quay.io');
  expect(why('https://localhost', env)).toBe(t('proxyExemptLoopback'));
});
