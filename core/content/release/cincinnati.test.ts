import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { graphFile, savedGraphs, updateService } from './cincinnati.ts';
import { get, type TemporaryFiles, temporaryFiles } from './release.fixture.ts';

const BODY = '{ "nodes": [{"version":"4.16.1","payload":"q.example/r@sha256:x"}],\n "edges": [] }';

let server: Server;
let requested: { url: URL; accept: string | undefined }[];
let answer: { status: number; body: string };
let base: string;
let files: TemporaryFiles;

beforeEach(async () => {
  requested = [];
  answer = { status: 200, body: BODY };
  server = createServer((request, response) => {
    requested.push({ url: new URL(request.url!, 'http://x'), accept: request.headers.accept });
    response.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}/graph?token=hidden`;
  files = await temporaryFiles();
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await files.remove();
});

const query = { channel: 'stable-4.16', architecture: 'amd64', type: 'ocp' as const };

describe('updateService', () => {
  it('sends the request of oc-mirror v2, once per channel and architecture', async () => {
    const graphs = updateService({ get, files, updateUrl: base.replace('user:secret@', '') });
    const [first, second] = await Promise.all([
      graphs.graph({ ...query, version: '4.16.1' }),
      graphs.graph(query),
    ]);
    expect(second).toBe(first);
    await graphs.graph({ ...query, architecture: 'multi' });
    expect(requested).toHaveLength(2);
    const { url, accept } = requested[0]!;
    expect(accept).toBe('application/json');
    expect([...url.searchParams.keys()]).toEqual(['arch', 'channel', 'id', 'token', 'version']);
    expect(url.searchParams.get('id')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(url.searchParams.get('arch')).toBe('amd64');
    expect(url.searchParams.get('version')).toBe('4.16.1');
    expect(requested[1]!.url.searchParams.has('version')).toBe(false);
  });

  it('saves the response unchanged, and the saved file is sufficient offline', async () => {
    await updateService({ get, files, updateUrl: base.replace('user:secret@', '') }).graph(query);
    expect(String(await files.read('hold-release/cincinnati-graph-data/amd64-stable-4.16.json'))).toBe(BODY);
    requested = [];
    const graph = await savedGraphs(files).graph(query);
    expect(graph.nodes[0]!.version).toBe('4.16.1');
    expect(requested).toEqual([]);
  });

  it('neither saves nor caches a response that is not a graph', async () => {
    answer.body = '<html>log in</html>';
    const graphs = updateService({ get, files, updateUrl: base.replace('user:secret@', '') });
    await expect(graphs.graph(query)).rejects.toMatchObject({ code: 'graph-invalid' });
    expect(await files.list('hold-release/')).toEqual([]);
    answer.body = BODY;
    await expect(graphs.graph(query)).resolves.toBeDefined();
  });

  it('distinguishes a fault of the service from a wrong address, without secrets', async () => {
    const graphs = updateService({
      get: async () => ({ status: 503, body: Buffer.alloc(0) }),
      files,
      updateUrl: base,
    });
    const error = await graphs.graph(query).catch((e: Error) => e);
    expect(error).toMatchObject({ code: 'server-error', exitCode: 4, retryable: true });
    expect(String(error)).not.toMatch(/secret|hidden/);
    answer.status = 404;
    const wrong = updateService({ get, files, updateUrl: base.replace('user:secret@', '') });
    await expect(wrong.graph(query)).rejects.toMatchObject({
      code: 'graph-invalid',
      exitCode: 1,
      found: '404',
    });
  });

  it('requests OKD channels from the OKD service, also with an override', async () => {
    const urls: string[] = [];
    const record = async (url: string) => {
      urls.push(url);
      return { status: 200, body: Buffer.from(BODY) };
    };
    const graphs = updateService({ get: record, files, updateUrl: base });
    await graphs.graph({ channel: '4-scos-stable', architecture: 'amd64', type: 'okd' });
    await updateService({ get: record, files }).graph(query);
    expect(urls[0]).toMatch(
      /^https:\/\/origin-release\.ci\.openshift\.org\/graph\?arch=amd64&channel=4-scos-stable&id=/,
    );
    expect(urls[1]).toMatch(
      /^https:\/\/api\.openshift\.com\/api\/upgrades_info\/v1\/graph\?arch=amd64&channel=stable-4\.16&id=/,
    );
  });

  it('rejects an override that is not a URL', async () => {
    await expect(
      updateService({ get, files, updateUrl: 'osus.example.com' }).graph(query),
    ).rejects.toMatchObject({ code: 'usage' });
  });
});

it('reports the missing file offline', async () => {
  await expect(savedGraphs(files).graph(query)).rejects.toMatchObject({
    code: 'content-missing',
    message: expect.stringContaining('amd64-stable-4.16.json'),
  });
});

it('rejects a channel name with a path', () => {
  expect(() => graphFile({ channel: '../../x', architecture: 'amd64' })).toThrow(
    expect.objectContaining({ code: 'release-unknown' }),
  );
});
