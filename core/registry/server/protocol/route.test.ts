import { array, assert, constantFrom, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { parseRoute } from './route.ts';

const digest = `sha256:${'a'.repeat(64)}` as const;

test.each([
  ['/v2/', { kind: 'ping' }],
  ['/v2', { kind: 'ping' }],
  ['/v2/_catalog', { kind: 'catalog' }],
  ['/v2/a/b/tags/list', { kind: 'tags', repository: 'a/b' }],
  ['/v2/a/manifests/v1.0', { kind: 'manifests', repository: 'a', reference: { tag: 'v1.0' } }],
  [`/v2/a/manifests/${digest}`, { kind: 'manifests', repository: 'a', reference: { digest } }],
  [
    `/v2/a/manifests/sha256%3A${'a'.repeat(64)}`,
    { kind: 'manifests', repository: 'a', reference: { digest } },
  ],
  [`/v2/a/blobs/${digest}`, { kind: 'blobs', repository: 'a', digest }],
  ['/v2/a/blobs/uploads/', { kind: 'uploads', repository: 'a' }],
  ['/v2/a/blobs/uploads', { kind: 'uploads', repository: 'a' }],
  ['/v2/a/blobs/uploads/x-1', { kind: 'upload', repository: 'a', id: 'x-1' }],
  [`/v2/a/referrers/${digest}`, { kind: 'referrers', repository: 'a', digest }],
  [
    '/v2/blobs/manifests/tags/manifests/x',
    { kind: 'manifests', repository: 'blobs/manifests/tags', reference: { tag: 'x' } },
  ],
  ['/v2/quay.io/x__y/a--b/tags/list', { kind: 'tags', repository: 'quay.io/x__y/a--b' }],
  ['/v3/', { kind: 'other' }],
  ['/v2/a', { kind: 'other' }],
])('%s', (path, route) => {
  expect(parseRoute(path)).toEqual(route);
});

test.each([
  ['/v2/A/tags/list', 'NAME_INVALID'],
  ['/v2/a//b/tags/list', 'NAME_INVALID'],
  ['/v2/a/../b/tags/list', 'NAME_INVALID'],
  [`/v2/${'a'.repeat(256)}/tags/list`, 'NAME_INVALID'],
  ['/v2/a/manifests/.x', 'TAG_INVALID'],
  [`/v2/a/manifests/${'t'.repeat(129)}`, 'TAG_INVALID'],
  [`/v2/a/manifests/sha256:${'A'.repeat(64)}`, 'DIGEST_INVALID'],
  ['/v2/a/blobs/sha512:00', 'DIGEST_INVALID'],
])('rejects %s', (path, code) => {
  expect(parseRoute(path)).toMatchObject({ kind: 'malformed', code });
});

test('never returns a name that leads elsewhere', () => {
  const part = constantFrom(
    '/',
    '..',
    '.',
    '%2e',
    '%2F',
    '%00',
    '\\',
    'a',
    'blobs',
    'uploads',
    'tags',
    'list',
    'v2',
    digest,
  );
  assert(
    property(array(part, { maxLength: 12 }), string(), (parts, noise) => {
      for (const path of [`/v2/${parts.join('')}`, `/v2/${parts.join('/')}`, `/v2/${noise}/tags/list`]) {
        const route = parseRoute(path);
        if (!('repository' in route)) continue;
        if (!/^[a-z0-9]/.test(route.repository) || /\.\.|\/\/|[\0\\%]/.test(route.repository)) return false;
      }
      return true;
    }),
  );
});
