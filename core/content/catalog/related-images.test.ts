import { expect, test } from 'vitest';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { indexed, inFolder, operatorSelection, selecting, sketched } from './catalog.fixture.ts';
import { relatedImages } from './related-images.ts';
import { selectOperators } from './select/select.ts';

const FILES = {
  'foo.json': sketched('foo', {
    channels: { beta: ['v0.1.0', 'v0.2.0 < v0.1.0'] },
    images: {
      'v0.1.0': ['quay.example/shared:1', 'quay.example/foo/old:1'],
      'v0.2.0': ['quay.example/shared:1', '', 'quay.example/foo/bundle:v0.1.0'],
    },
  }),
  'bar.json': sketched('bar', {
    channels: { stable: ['v1.0.0'] },
    images: { 'v1.0.0': ['quay.example/shared:1'] },
  }),
};

test('returns each image once, with all bundles and packages that need it', async () => {
  await selecting(FILES, operatorSelection(undefined, { full: true }), async (result, index) => {
    const { images, problems } = await relatedImages(index, result);
    expect(problems).toEqual([]);
    expect(images).toEqual([
      {
        reference: 'quay.example/bar/bundle:v1.0.0',
        kind: 'bundle',
        bundles: ['bar.v1.0.0'],
        packages: ['bar'],
      },
      {
        reference: 'quay.example/shared:1',
        kind: 'related',
        bundles: ['bar.v1.0.0', 'foo.v0.1.0', 'foo.v0.2.0'],
        packages: ['bar', 'foo'],
      },
      {
        reference: 'quay.example/foo/bundle:v0.1.0',
        kind: 'bundle',
        bundles: ['foo.v0.1.0', 'foo.v0.2.0'],
        packages: ['foo'],
      },
      { reference: 'quay.example/foo/old:1', kind: 'related', bundles: ['foo.v0.1.0'], packages: ['foo'] },
      {
        reference: 'quay.example/foo/bundle:v0.2.0',
        kind: 'bundle',
        bundles: ['foo.v0.2.0'],
        packages: ['foo'],
      },
    ]);
  });
});

test('returns only images of the selection', async () => {
  await selecting(FILES, operatorSelection([{ name: 'foo' }]), async (result, index) => {
    const { images } = await relatedImages(index, result);
    expect(images.map(({ reference }) => reference)).toEqual([
      'quay.example/foo/bundle:v0.2.0',
      'quay.example/shared:1',
      'quay.example/foo/bundle:v0.1.0',
    ]);
  });
});

test('returns the image of a bundle that does not list it', async () => {
  const bundle = { schema: 'olm.bundle', package: 'p', name: 'p.v1', image: 'quay.example/p:1' };
  await selecting(
    { 'p.json': JSON.stringify(bundle) },
    operatorSelection(undefined, { full: true }),
    async (result, index) =>
      expect((await relatedImages(index, result)).images).toMatchObject([
        { reference: 'quay.example/p:1', kind: 'bundle' },
      ]),
  );
});

test('reports references that cannot be mirrored with bundle and package, and returns the others', async () => {
  const files = {
    'p.json': sketched('p', {
      channels: { a: ['v1.0.0'] },
      images: { 'v1.0.0': ['oci://quay.example/x:1', 'quay.example/UPPER:1', 'quay.example/fine:1'] },
    }),
  };
  await selecting(files, operatorSelection([{ name: 'p' }]), async (result, index) => {
    const { images, problems } = await relatedImages(index, result);
    expect(images.map(({ reference }) => reference)).toEqual([
      'quay.example/p/bundle:v1.0.0',
      'quay.example/fine:1',
    ]);
    expect(problems).toMatchObject([
      {
        level: 'error',
        code: 'reference-invalid',
        message:
          "invalid image: oci://quay.example/x:1 'oci' is not supported in operator catalogs (bundle p.v1.0.0 of operator p)",
      },
      {
        level: 'error',
        message: expect.stringMatching(
          /^error parsing image quay.example\/UPPER:1: .* \(bundle p.v1.0.0 of operator p\)$/,
        ),
      },
    ]);
  });
});

test('rejects a selection without images', async () => {
  await inFolder(async (folder) => {
    const index = await indexed(folder, FILES);
    const result = await selectOperators(index, operatorSelection([{ name: 'fou' }]), {
      unknownNames: 'warning',
    });
    const error = await relatedImages(index, result).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AirlockError);
    expect(error).toMatchObject({
      code: 'operator-selection',
      message: expect.stringContaining('no related images found'),
    });
  });
});
