import { expect, test } from 'vitest';
import type { Digest } from '../../../base/image/digest.ts';
import { linksOf } from './set-content.ts';

const digest = (character: string): Digest => `sha256:${character.repeat(64)}`;
const [layer, first, second] = [digest('a'), digest('b'), digest('c')];

test('images of one repository share its links, and the last digest of a tag counts', () => {
  const images = [
    { repository: 'a', tag: 'v1', digest: first, blobs: [layer, layer] },
    { repository: 'b', tag: 'v1', digest: first, blobs: [layer] },
    { repository: 'a', tag: 'v1', digest: second, blobs: [layer] },
    { repository: 'a', tag: 'v2', digest: second, blobs: [layer] },
  ];
  const found = Array.from(linksOf(images), ({ kind, image, digest: content }) => [
    kind,
    image.repository,
    kind === 'layer' || kind === 'revision' ? '' : image.tag,
    content,
  ]);
  expect(found).toEqual([
    ['layer', 'a', '', layer],
    ['revision', 'a', '', first],
    ['tag-history', 'a', 'v1', first],
    ['tag', 'a', 'v1', second],
    ['layer', 'b', '', layer],
    ['revision', 'b', '', first],
    ['tag-history', 'b', 'v1', first],
    ['tag', 'b', 'v1', first],
    ['revision', 'a', '', second],
    ['tag-history', 'a', 'v1', second],
    ['tag-history', 'a', 'v2', second],
    ['tag', 'a', 'v2', second],
  ]);
});
