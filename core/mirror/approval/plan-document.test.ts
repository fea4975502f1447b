import { expect, test } from 'vitest';
import type { Digest } from '../../base/image/digest.ts';
import type { PlannedImage } from '../../content/plan/planned-image.ts';
import { summarize } from './plan-document.ts';

const digest = (name: string) => `sha256:${name.repeat(64)}` as Digest;

/** An image of a manifest with one byte and layers of 10 bytes. */
function image(name: string, deliverable: string, layers: string): PlannedImage {
  const blobs = [...layers].map((layer) => ({ digest: digest(layer), size: 10 }));
  return {
    ...{ kind: 'generic', origin: `q.io/r/${name}:1` },
    deliverable,
    why: 'test',
    verdict: { result: 'not-checked' },
    source: { registry: 'q.io', repository: `r/${name}`, tag: '1' },
    destination: { repository: `r/${name}`, tag: '1' },
    digest: digest(name),
    manifests: [{ digest: digest(name), size: 1, mediaType: 'application/vnd.oci.image.manifest.v1+json' }],
    blobs,
    attachments: [],
    bytes: 1 + 10 * blobs.length,
  };
}

test('shared content is counted in its first row, and the further rows show it as shared', () => {
  const images = [
    image('a', 'release', 'xy'),
    image('b', 'release', 'xz'),
    image('c', 'operator', 'xyw'),
    image('d', 'operator', 'xw'),
  ];
  const { bytes, bySection, items } = summarize(images, () => false, [], []);
  expect(items.map((item) => [item.bytes, item.shared])).toEqual([
    [21, 0],
    [21, 10],
    [31, 20],
    [21, 20],
  ]);
  // The operator's own layer w isn't shared with another row of the totals.
  expect(bySection).toEqual({
    release: { images: 2, bytes: 32, shared: 0 },
    operator: { images: 2, bytes: 12, shared: 20 },
  });
  expect(items.reduce((sum, item) => sum + item.bytes - item.shared!, 0)).toBe(bytes);
});
