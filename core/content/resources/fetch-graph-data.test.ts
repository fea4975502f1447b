import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { fetchGraphData, graphDataUrl, type HttpGet } from './fetch-graph-data.ts';

test.each([
  [undefined, 'https://api.openshift.com/api/upgrades_info/graph-data'],
  ['', 'https://api.openshift.com/api/upgrades_info/graph-data'],
  ['https://osus.lan/api/upgrades_info/v1/graph', 'https://osus.lan/api/upgrades_info/graph-data'],
  ['https://osus.lan/api/upgrades_info/graph', 'https://osus.lan/api/upgrades_info/graph-data'],
  ['http://127.0.0.1:81/graph', 'http://127.0.0.1:81/graph-data'],
  ['http://127.0.0.1:81/v1/graph/', 'http://127.0.0.1:81/graph-data'],
  ['https://osus.lan/graph/v1/graph?x=1#y', 'https://osus.lan/graph/graph-data'],
  ['https://osus.lan/my-graph', 'https://osus.lan/my-graph/graph-data'],
  ['https://osus.lan', 'https://osus.lan/graph-data'],
])('%s -> %s', (override, expected) => {
  expect(graphDataUrl(override)).toBe(expected);
});

test('rejects an override that is not a web address without repeating it', () => {
  for (const override of ['nonsense', 'file:///etc/passwd', 'user:secret@x'])
    expect(() => graphDataUrl(override)).toThrow(
      expect.objectContaining({ code: 'graph-invalid', message: expect.not.stringContaining(override) }),
    );
});

test('fetches, and distinguishes statuses and login pages', async () => {
  const data = gzipSync('graph');
  const server = createServer((request, response) => {
    if (request.url === '/good/graph-data') response.end(data);
    else if (request.url === '/login/graph-data') response.end('<html>');
    else response.writeHead(request.url === '/busy/graph-data' ? 503 : 404).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const get: HttpGet = async (url, { signal }) => {
    const plain = new URL(url);
    plain.username = plain.password = '';
    const response = await fetch(plain, signal ? { signal } : {});
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  };
  const from = (name: string) =>
    fetchGraphData({ get, override: `http://someone:hidden@127.0.0.1:${port}/${name}/v1/graph` });
  try {
    expect(await from('good')).toEqual(data);
    await expect(from('login')).rejects.toMatchObject({ code: 'graph-invalid' });
    await expect(from('busy')).rejects.toMatchObject({ code: 'server-error', exitCode: 4 });
    const absent = await from('absent').catch((error: unknown) => error as Error);
    expect(absent).toMatchObject({ code: 'not-found', side: 'source' });
    expect((absent as Error).message).toContain(`http://127.0.0.1:${port}/absent/graph-data`);
    expect((absent as Error).message).not.toContain('hidden');
  } finally {
    server.close();
  }
});
