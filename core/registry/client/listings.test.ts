import { expect, test } from 'vitest';
import { sha256 } from '../../base/image/sha256.ts';
import { client, scripted } from '../exchange/registry.fixture.ts';

const OCI = 'application/vnd.oci.image.index.v1+json';

test('returns the tags of all pages, also if the link contains an internal host', async () => {
  await using server = await scripted((request, response) => {
    const last = new URL(request.url!, 'http://x').searchParams.get('last');
    const pages: Record<string, [string[] | null, string?]> = {
      '': [['a', 'b'], '</v2/x/y/tags/list?n=2&last=b>; rel="next"'],
      b: [['b', 'c'], '<http://inner.example:5000/v2/x/y/tags/list?n=2&last=c>; rel="next"'],
      c: [null],
    };
    const [tags, link] = pages[last ?? '']!;
    if (link) response.setHeader('link', link);
    response.end(JSON.stringify({ name: 'x/y', tags }));
  });
  await using c = client();
  expect(await c.registries.at(server.host).tags('x/y')).toEqual(['a', 'b', 'c']);
});

test.each([
  ['continues', (tags: string[], last: string) => tags.filter((tag) => tag > last)],
  ['ignores the last tag', (tags: string[]) => tags],
  [
    'starts again after the last page',
    (tags: string[], last: string) => {
      const rest = tags.filter((tag) => tag > last);
      return rest.length > 0 ? rest : tags;
    },
  ],
])('requests the page after a full one if the registry returns no link: %s', async (behavior, after) => {
  const names = Array.from(
    { length: behavior === 'ignores the last tag' ? 1_000 : 2_000 },
    (_, i) => `v${1_000 + i}`,
  );
  await using server = await scripted((request, response) => {
    const { searchParams } = new URL(request.url!, 'http://x');
    const tags = after(names, searchParams.get('last') ?? '').slice(0, Number(searchParams.get('n')));
    response.end(JSON.stringify({ name: 'x/y', tags }));
  });
  await using c = client();
  expect(await c.registries.at(server.host).tags('x/y')).toEqual(names);
});

test('returns few tags of one page, and nothing if there may be more', async () => {
  const lists: Record<string, { status: number; tags: string[]; link?: string }> = {
    few: { status: 200, tags: ['a', 'b'] },
    none: { status: 404, tags: [] },
    linked: { status: 200, tags: ['a'], link: '</v2/x/linked/tags/list?last=a>; rel="next"' },
    full: { status: 200, tags: Array.from({ length: 1_000 }, (_, i) => `v${i}`) },
  };
  await using server = await scripted((request, response) => {
    const { status, tags, link } = lists[request.url!.split('/')[3]!]!;
    response.writeHead(status, link ? { link } : {}).end(JSON.stringify({ tags }));
  });
  await using c = client();
  const found = Object.keys(lists).map((name) => c.registries.at(server.host).fewTags(`x/${name}`));
  expect(await Promise.all(found)).toEqual([['a', 'b'], [], undefined, undefined]);
  expect(server.requests).toHaveLength(4);
});

test('ends a loop of pages', async () => {
  await using server = await scripted((request, response) => {
    response.setHeader('link', `<${request.url}>; rel=next`);
    response.end('{"tags":["a"]}');
  });
  await using c = client();
  await expect(c.registries.at(server.host).tags('x/y')).rejects.toMatchObject({ code: 'protocol' });
});

test('rejects a login page instead of a list of tags', async () => {
  await using server = await scripted((_, response) => void response.end('<html>'));
  await using c = client();
  await expect(c.registries.at(server.host).tags('x/y')).rejects.toMatchObject({ code: 'protocol' });
});

const subject = sha256('subject');
const referrer = (text: string) => ({
  mediaType: OCI,
  digest: sha256(text),
  size: 1,
  artifactType: `type/${text}`,
});
const index = (...texts: string[]) =>
  JSON.stringify({ schemaVersion: 2, mediaType: OCI, manifests: texts.map(referrer) });

test('returns referrers of all pages of the API', async () => {
  await using server = await scripted((request, response) => {
    const second = request.url!.includes('page=2');
    if (!second) response.setHeader('link', `</v2/x/y/referrers/${subject}?page=2>; rel="next"`);
    response.setHeader('content-type', OCI).end(second ? index('c') : index('a', 'b'));
  });
  await using c = client();
  const { artifacts: found } = await c.registries.at(server.host).referrers('x/y', subject);
  expect(found).toEqual(['a', 'b', 'c'].map(referrer));
});

test('treats an empty response of the API as final, and requests the fallback tag without the API', async () => {
  let api: 'empty' | 'absent' | 'page' = 'empty';
  await using server = await scripted((request, response) => {
    if (request.url!.includes('/manifests/')) {
      response.setHeader('content-type', OCI).end(index('d'));
      return;
    }
    if (api === 'absent') return void response.writeHead(404).end();
    response
      .setHeader('content-type', api === 'page' ? 'text/html' : OCI)
      .end(api === 'page' ? '<html>' : index());
  });
  {
    await using c = client();
    expect(await c.registries.at(server.host).referrers('x/y', subject)).toEqual({ artifacts: [] });
    expect(server.requests.filter(({ url }) => url!.includes('/y/'))).toHaveLength(1);
  }
  for (api of ['absent', 'page'] as const) {
    await using c = client();
    const at = c.registries.at(server.host);
    const before = server.requests.length;
    expect((await at.referrers('x/y', subject)).artifacts).toEqual([referrer('d')]);
    expect(server.requests.at(-1)!.url).toBe(`/v2/x/y/manifests/${subject.replace(':', '-')}`);
    // A host that doesn't support the API isn't queried by it again.
    expect((await at.referrers('x/y', subject)).index?.bytes.toString()).toBe(index('d'));
    const requested = server.requests.slice(before).filter(({ url }) => url!.includes('/referrers/'));
    expect(requested).toHaveLength(1);
  }
});

test('applies the first response about the API to concurrent callers, and a later 404 only to its manifest', async () => {
  let api = false;
  await using server = await scripted((request, response) => {
    if (request.url!.includes('/manifests/'))
      return void response.setHeader('content-type', OCI).end(index('d'));
    if (!api || request.url!.includes('/odd/')) return void response.writeHead(404).end();
    response.setHeader('content-type', OCI).end(index('a'));
  });
  const requested = () => server.requests.filter(({ url }) => url!.includes('/referrers/')).length;
  {
    await using c = client();
    const at = c.registries.at(server.host);
    await Promise.all([1, 2, 3].map(() => at.referrers('x/y', subject)));
    expect(requested()).toBe(1);
  }
  api = true;
  await using c = client();
  const at = c.registries.at(server.host);
  for (const [name, artifact] of [
    ['x/y', 'a'],
    ['x/odd', 'd'],
    ['x/y', 'a'],
  ] as const)
    expect((await at.referrers(name, subject)).artifacts).toEqual([referrer(artifact)]);
});

test('does not request a fallback tag that is known to be missing', async () => {
  await using server = await scripted((_, response) => void response.writeHead(404).end());
  await using c = client();
  const at = c.registries.at(server.host);
  expect(await at.referrers('x/y', subject, { digestTags: new Set() })).toEqual({ artifacts: [] });
  expect(server.requests).toHaveLength(1);
});

test('reads endless referrers up to a limit, also on empty pages', async () => {
  let [page, each] = [0, 30];
  await using server = await scripted((_, response) => {
    response.setHeader('link', `</v2/x/y/referrers/${subject}?page=${++page}>; rel="next"`);
    const texts = Array.from({ length: each }, (_, i) => `${page}-${i}`);
    response.setHeader('content-type', OCI).end(index(...texts));
  });
  await using c = client();
  const at = c.registries.at(server.host);
  const many = await at.referrers('x/y', subject);
  expect([many.artifacts.length, many.truncated]).toEqual([1000, true]);
  [page, each] = [0, 0];
  expect((await at.referrers('x/y', subject)).artifacts).toEqual([]);
  expect(page).toBe(100);
});
