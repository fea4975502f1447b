import { expect, test } from 'vitest';
import type { Digest } from '../../base/image/digest.ts';
import { sha256 } from '../../base/image/sha256.ts';
import { client, plainAccess, scripted } from '../exchange/registry.fixture.ts';

const digests = Array.from({ length: 40 }, (_, i) => sha256(`image ${i}`));
const tagOf = (digest: Digest, end = '') => `${digest.replace(':', '-')}${end}`;

/** A repository with a list of tags in pages of 10; `last` may be ignored, and tags omitted from it. */
async function repository(
  tags: string[],
  {
    ignoresLast = false,
    hidden = () => false,
  }: { ignoresLast?: boolean; hidden?: (tag: string) => boolean } = {},
) {
  const listed = tags.filter((tag) => !hidden(tag)).sort();
  return await scripted((request, response) => {
    const url = new URL(request.url!, 'http://x');
    if (url.pathname.includes('/manifests/')) {
      const tag = url.pathname.split('/').at(-1)!;
      const found = tags.includes(tag) && { 'docker-content-digest': sha256(tag), 'content-length': '2' };
      response.writeHead(found ? 200 : 404, found || {}).end();
      return;
    }
    const n = Math.min(10, Number(url.searchParams.get('n')));
    const page = url.searchParams.get('page');
    const last = ignoresLast ? '' : (url.searchParams.get('last') ?? '');
    const rest = page === null ? listed.filter((tag) => tag > last) : listed.slice(Number(page));
    const names = rest.slice(0, n);
    const at = listed.length - rest.length + n;
    if (names.length < rest.length)
      response.setHeader('link', `</v2/a/tags/list?n=10&page=${at}>; rel="next"`);
    response.end(JSON.stringify({ name: 'a', tags: names }));
  });
}

const signed = digests.map((digest) => tagOf(digest, '.sig'));

test('answers for every digest with one request from a list of one page', async () => {
  const [one, two, three] = digests as [Digest, Digest, Digest];
  await using server = await repository([
    'v1',
    tagOf(one),
    tagOf(one, '.sig'),
    tagOf(two, '.att'),
    tagOf(two, '.sbom'),
  ]);
  await using c = client();
  const at = c.registries.at(server.host);
  const found = await Promise.all([one, two, three].map((digest) => at.digestTags('a', digest)));
  expect(found.map((tags) => [...tags!])).toEqual([
    [tagOf(one), tagOf(one, '.sig')],
    [tagOf(two, '.att'), tagOf(two, '.sbom')],
    [],
  ]);
  expect(server.requests).toHaveLength(1);
});

test('requests the part of a long list about a digest, if the registry serves parts', async () => {
  const other = Array.from({ length: 300 }, (_, i) => tagOf(sha256(`other ${i}`), '.sig'));
  await using server = await repository([...other, ...signed]);
  await using c = client();
  const at = c.registries.at(server.host);
  for (const digest of digests.slice(0, 3))
    expect([...(await at.digestTags('a', digest))!]).toEqual([tagOf(digest, '.sig')]);
  expect([...(await at.digestTags('a', sha256('unsigned')))!]).toEqual([]);
  // The first page, a check that parts are served, and four parts.
  expect(server.requests).toHaveLength(6);
});

test('abandons a long list of a registry that ignores `last`', async () => {
  const other = Array.from({ length: 300 }, (_, i) => tagOf(sha256(`other ${i}`), '.sig'));
  await using server = await repository([...other, ...signed], { ignoresLast: true });
  await using c = client();
  const at = c.registries.at(server.host);
  for (const digest of digests.slice(0, 3)) expect(await at.digestTags('a', digest)).toBeUndefined();
  expect(server.requests).toHaveLength(2);
});

test('reads a list of many pages for many digests', async () => {
  // Eight pages for 40 digests.
  const versions = Array.from({ length: 40 }, (_, i) => `v${i}`);
  await using server = await repository([...versions, ...signed], { ignoresLast: true });
  await using c = client();
  const at = c.registries.at(server.host);
  const found = await Promise.all(digests.map((digest) => at.digestTags('a', digest)));
  expect(found.map((tags) => [...tags!])).toEqual(digests.map((digest) => [tagOf(digest, '.sig')]));
  expect(server.requests).toHaveLength(8);
});

test('reads one of endless pages per four digests', async () => {
  let page = 0;
  await using server = await scripted((_, response) => {
    response.setHeader('link', `</v2/a/tags/list?n=10&page=${++page}>; rel="next"`);
    response.end(JSON.stringify({ tags: [`v${page}`] }));
  });
  await using c = client();
  const at = c.registries.at(server.host);
  for (const digest of digests) expect(await at.digestTags('a', digest)).toBeUndefined();
  expect(server.requests).toHaveLength(10);
});

test('detects a host that excludes such tags from its lists', async () => {
  const hidden = (tag: string) => tag.startsWith('sha256-');
  await using server = await repository(['v1', ...signed], { hidden });
  await using c = client();
  const at = c.registries.at(server.host);
  for (const name of ['a', 'b']) expect(await at.digestTags(name, digests[0]!)).toBeUndefined();
  expect(server.requests.map(({ method }) => method)).toEqual(['GET', 'HEAD', 'GET']);
});

test('checks a host without any such tag three times', async () => {
  await using server = await repository(['v1']);
  await using c = client();
  const at = c.registries.at(server.host);
  for (const digest of digests) expect(await at.digestTags('a', digest)).toEqual(new Set());
  expect(server.requests).toHaveLength(4);
});

test('leaves forbidden lists, and tags that a mirror may have, to requests for each tag', async () => {
  await using server = await scripted((_, response) => void response.writeHead(403).end());
  await using mirrored = await repository(signed);
  {
    await using c = client();
    const at = c.registries.at(server.host);
    for (const digest of digests) expect(await at.digestTags('a', digest)).toBeUndefined();
    expect(server.requests).toHaveLength(1);
  }
  await using c = client({}, plainAccess({ mirrors: [server.host] }));
  expect(await c.registries.at(mirrored.host).digestTags('a', digests[0]!)).toBeUndefined();
  expect(mirrored.requests).toHaveLength(0);
});

test('remembers the lists of the last 500 repositories', async () => {
  await using server = await scripted((_, response) => void response.end('{"tags":["sha256-x.sig"]}'));
  await using c = client();
  const at = c.registries.at(server.host);
  const [digest] = digests as [Digest];
  const repositories = Array.from({ length: 501 }, (_, number) => `r/${number}`);
  for (const name of repositories) await at.digestTags(name, digest);
  expect(server.requests).toHaveLength(501);
  await at.digestTags('r/500', digest);
  expect(server.requests).toHaveLength(501);
  await at.digestTags('r/0', digest);
  expect(server.requests).toHaveLength(502);
});
