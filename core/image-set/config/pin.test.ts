import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import type { Digest } from '../../base/image/digest.ts';
import { createRegistries } from '../../registry/client/registries.ts';
import { plainAccess } from '../../registry/exchange/registry.fixture.ts';
import type { Registries } from '../../registry/exchange/registry.ts';
import { pushImage, type SampleImage, sampleImage } from '../../registry/server/sample-image.fixture.ts';
import { type RegistryServer, startRegistryServer } from '../../registry/server/start.ts';
import { memoryStorage } from '../../registry/server/storage/memory-storage.ts';
import { imageSetOf, parseImageSet } from './load-image-set.ts';
import {
  type CatalogPin,
  pinCatalogs,
  pinnedDeletion,
  pinnedFileNames,
  pinnedImageSet,
  pinnedOperators,
} from './pin.ts';

const DIGEST: Digest = `sha256:${'a'.repeat(64)}`;
const HEAD = 'kind: ImageSetConfiguration\napiVersion: mirror.openshift.io/v2alpha1\n';

function pin(index: number, catalog: string, targetTag: string): CatalogPin {
  return { index, catalog, pinned: `${catalog.replace(/:[^/]*$/, '')}@${DIGEST}`, digest: DIGEST, targetTag };
}

describe('tags of catalogs', () => {
  let server: RegistryServer;
  let registries: Registries;
  let image: SampleImage;
  const digestOf: Parameters<typeof pinCatalogs>[1] = async ({ domain, path, tag }, signal) =>
    (await registries.at(domain).resolve(path, tag ?? '', signal ? { signal } : {}))?.digest;

  beforeAll(async () => {
    server = await startRegistryServer({ storage: memoryStorage() });
    registries = createRegistries({ access: plainAccess(), retry: { times: 0, delayMs: 1 } });
    image = sampleImage();
    await pushImage(server.url, 'redhat/index', 'v4.16', image);
  });
  afterAll(async () => {
    await registries.close();
    await server.close();
  });

  test('become digests, each requested once; folders and digests are unchanged', async () => {
    server.resetStats();
    const catalog = `${server.host}/redhat/index:v4.16`;
    const { pins, failures } = await pinCatalogs(
      [
        { catalog: 'oci:///srv/index' },
        { catalog },
        { catalog: `${server.host}/redhat/index@${DIGEST}` },
        { catalog: `docker://${catalog}`, targetTag: 'mine' },
      ],
      digestOf,
    );
    const pinned = `${server.host}/redhat/index@${image.digest}`;
    expect(failures).toEqual([]);
    expect(pins).toEqual([
      { index: 1, catalog, pinned, digest: image.digest, targetTag: 'v4.16' },
      { index: 3, catalog: `docker://${catalog}`, pinned, digest: image.digest, targetTag: 'mine' },
    ]);
    expect(server.stats.byRoute['HEAD manifests']?.requests).toBe(1);
  });

  test('that do not exist fail alone, with their position', async () => {
    const at = { file: 'isc.yaml', line: 5, path: 'mirror.operators[0]' };
    const { pins, failures } = await pinCatalogs(
      [{ catalog: `${server.host}/redhat/index:v9`, at }, { catalog: `${server.host}/redhat/index:v4.16` }],
      digestOf,
    );
    expect(pins.map(({ index }) => index)).toEqual([1]);
    expect(failures.map((failure) => failure.toJSON())).toMatchObject([
      {
        code: 'not-found',
        side: 'source',
        ...at,
        message: expect.stringMatching(/^failed to pin catalog at index 0 /),
      },
    ]);
  });

  test('can be stopped', async () => {
    const operators = [{ catalog: `${server.host}/redhat/index:v4.16` }];
    await expect(pinCatalogs(operators, digestOf, { signal: AbortSignal.abort() })).rejects.toThrow(
      AirlockError,
    );
  });
});

describe('pinned files', () => {
  const text = `# for the fleet
kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v1alpha2
archiveSize: 4 # GiB
mirror:
  blockedImages: # never these
    - name: debug
  operators:
    # the usual
    - catalog: h/redhat/index:v4.16 # moves every week
      packages:
        - name: a
    - catalog: oci:///srv/index
    - {catalog: "h/redhat/index:4.17", targetCatalog: x, targettag: ''}
`;
  const pins = [pin(0, 'h/redhat/index:v4.16', 'v4.16'), pin(2, 'h/redhat/index:4.17', '4.17')];

  test('change only pinned references', () => {
    expect(pinnedImageSet(text, pins)).toBe(`# for the fleet
kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
archiveSize: 4 # GiB
mirror:
  blockedImages: # never these
    - name: debug
  operators:
    # the usual
    - catalog: h/redhat/index@${DIGEST} # moves every week
      targetTag: v4.16
      packages:
        - name: a
    - catalog: oci:///srv/index
    - {catalog: h/redhat/index@${DIGEST}, targetCatalog: x, targettag: "4.17"}
`);
  });

  test('of a deletion contain the same below delete, without blockedImages and archiveSize', () => {
    expect(pinnedDeletion(text, pins)).toBe(`# for the fleet
kind: DeleteImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
delete:
  operators:
    # the usual
    - catalog: h/redhat/index@${DIGEST} # moves every week
      targetTag: v4.16
      packages:
        - name: a
    - catalog: oci:///srv/index
    - {catalog: h/redhat/index@${DIGEST}, targetCatalog: x, targettag: "4.17"}
`);
  });

  test('contain the selection with these pins', () => {
    const { operators } = imageSetOf(parseImageSet(text, 'isc.yaml'));
    const plain = (list: typeof operators) =>
      list.map(({ catalog, targetTag, packages }) => [catalog, targetTag, packages?.map(({ name }) => name)]);
    const reread = imageSetOf(parseImageSet(pinnedImageSet(text, pins), 'isc.yaml'));
    expect(plain(reread.operators)).toEqual(plain(pinnedOperators(operators, pins)));
    expect(operators[0]?.catalog).toBe('h/redhat/index:v4.16');
    const deletion = parseImageSet(pinnedDeletion(text, pins), 'disc.yaml');
    expect(deletion.problems.filter(({ level }) => level === 'error')).toEqual([]);
    expect(plain(deletion.deletion?.operators ?? [])).toEqual(plain(reread.operators));
  });

  test("are written again, sorted as in oc-mirror, if the text can't be changed in place", () => {
    const merged = `${HEAD}mirror:
  operators: # lost
  - &a
    catalog: h/redhat/index:v4.16
    targetCatalog: one
  - <<: *a
    targetCatalog: two
`;
    const both = [pin(0, 'h/redhat/index:v4.16', 'v4.16'), pin(1, 'h/redhat/index:v4.16', 'yes')];
    const operators = `operators:
  - catalog: h/redhat/index@${DIGEST}
    targetCatalog: one
    targetTag: v4.16
  - catalog: h/redhat/index@${DIGEST}
    targetCatalog: two
    targetTag: "yes"
`;
    expect(pinnedImageSet(merged, both)).toBe(
      `apiVersion: mirror.openshift.io/v2alpha1\nkind: ImageSetConfiguration\nmirror:\n  ${operators}`,
    );
    expect(pinnedDeletion(merged, both)).toBe(
      `apiVersion: mirror.openshift.io/v2alpha1\nkind: DeleteImageSetConfiguration\ndelete:\n  ${operators}`,
    );
  });

  test.each([`${HEAD}mirror: {}\n`, `${HEAD}mirror:\n`, `${HEAD}mirror: {blockedImages: []}\n`])(
    'without catalogs: %j',
    (small) => {
      expect(pinnedImageSet(small, [])).toBe(small);
      const deletion = parseImageSet(pinnedDeletion(small, []), 'disc.yaml');
      expect(deletion.problems).toEqual([]);
      expect(deletion.deletion).toBeDefined();
    },
  );

  test('have the names of oc-mirror', () => {
    expect(pinnedFileNames(new Date('2026-06-14T12:40:36.789Z'))).toEqual({
      imageSet: 'isc_pinned_2026-06-14T12:40:36Z.yaml',
      deletion: 'disc_pinned_2026-06-14T12:40:36Z.yaml',
    });
  });
});
