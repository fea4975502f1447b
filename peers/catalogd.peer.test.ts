import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { AirlockError } from '../core/base/errors/airlock-error.ts';
import { catalogOf, operatorSelection } from '../core/content/catalog/catalog.fixture.ts';
import { indexCatalog } from '../core/content/catalog/index/catalog-index.ts';
import type { CatalogIndex } from '../core/content/catalog/index/open-index.ts';
import {
  randomNumbers,
  randomSelection,
} from '../core/content/catalog/select/selection-invariants.fixture.ts';
import {
  catalogImage,
  filesOf,
  newShelf,
  type Shelf,
} from '../core/content/catalog-image/catalog-image.fixture.ts';
import { storeFilteredFiles } from '../core/content/catalog-image/filtered-files.ts';
import { rebuildCatalog } from '../core/content/catalog-image/rebuild-catalog.ts';
import { catalogResources } from '../core/content/resources/catalog-resources.ts';
import { newRig, type Rig, toDisk, toRegistry } from '../core/mirror/mirror.fixture.ts';
import { uploadAll } from '../core/mirror/referrers.fixture.ts';
import {
  blobOf,
  client,
  dockerRegistry,
  inChunks,
  type RunningRegistry,
} from '../core/registry/exchange/registry.fixture.ts';
import { type BuiltImage, builtImage } from '../core/test-world/built-image.ts';
import { layer } from '../core/test-world/layer.ts';
import { type ApiObject, objectsIn } from './api-server.ts';
import { type Catalogd, type Meta, startCatalogd } from './catalogd-server.ts';
import { catalogNames, missingCatalogs, realCatalogs, selectedFiles } from './catalogs.ts';
import { NAMESPACES } from './own-network.ts';
import { findPeer, type Program, peerNamed } from './peers.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { judgedBy } from './verdicts.ts';

/** Random selections from each real catalog. */
const SELECTIONS = 3;
/** Selections that catalogd must judge, of all catalogs together. */
const LEAST_JUDGED = 130;
const NAMESPACE = 'site/mirror';

let rig: Rig | undefined;
let registry: RunningRegistry | undefined;
let started: Promise<Catalogd> | undefined;
afterAll(async () => {
  await (await started?.catch(() => undefined))?.[Symbol.asyncDispose]();
  await registry?.[Symbol.asyncDispose]();
  await rig?.[Symbol.asyncDispose]();
});

function catalogd(program: Program): Promise<Catalogd> {
  started ??= (async () => {
    const [etcd, server, crds, pulls] = await Promise.all(
      NEEDS.map(async (name) => (await findPeer(peerNamed(name)!))!),
    );
    registry = await dockerRegistry('', { program: pulls!.file });
    return startCatalogd({ catalogd: program, etcd: etcd!, server: server! }, crds!.file, registry.host);
  })();
  return started;
}

const NEEDS = ['etcd', 'kube-apiserver', 'catalogd-crds', 'docker-registry'] as const;

/** The ClusterCatalog that Airlock writes for a catalog in the registry. */
function clusterCatalog(repository: string, tag: string): ApiObject {
  const destination = { registry: registry!.host, repository, tag };
  const { files } = catalogResources([{ destination }], {});
  const file = files.find(({ name }) => name.startsWith('cc-'))!;
  return objectsIn(file.content)[0]!;
}

function documentsIn(texts: Iterable<string>): Meta[] {
  return [...texts].flatMap((text) =>
    text
      .split(/^(?=\{)/m)
      .filter((document) => document.trim() !== '')
      .map((document) => JSON.parse(document) as Meta),
  );
}

const inOrder = (documents: Meta[]) => documents.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
const keyOf = ({ schema, package: of, name }: Meta) => `${schema} ${of} ${name}`;
const namesOf = (documents: Meta[], schema: string) =>
  documents
    .filter((each) => each.schema === schema)
    .map(({ name }) => name!)
    .sort();

/** A catalog image with these files, as a vendor publishes it. */
const published = (files: Record<string, Buffer | string>): BuiltImage =>
  catalogImage([
    layer(
      Object.entries(files).map(([path, content], number) => ({
        // Names of layers have at most 100 bytes.
        name: `configs/${number}${extname(path)}`,
        content,
      })),
    ),
  ]);

/** Rebuilds a catalog with other files as Airlock does, and pushes it. */
async function pushRebuilt(original: BuiltImage, texts: Record<string, string>, repository: string) {
  using folder = temporaryFolder('rebuilt');
  const shelf = newShelf();
  const source = shelf.add(original);
  const files = await storeFilteredFiles(filesOf(texts), join(folder.path, 'configs'));
  const directory = join(folder.path, 'spool');
  const { index } = await rebuildCatalog({
    reader: shelf,
    source,
    files,
    store: shelf,
    directory,
    platforms: [],
  });
  await pushFrom(shelf, index, repository);
}

async function pushFrom(
  shelf: Shelf,
  index: { mediaType: string; digest: string; bytes: Buffer },
  repository: string,
) {
  await using c = client();
  const at = c.registries.at(registry!.host);
  const { manifests } = JSON.parse(index.bytes.toString()) as {
    manifests: { mediaType: string; digest: `sha256:${string}` }[];
  };
  for (const { mediaType, digest } of manifests) {
    const bytes = shelf.content.get(digest)!;
    const { config, layers } = JSON.parse(bytes.toString()) as {
      config: { digest: `sha256:${string}` };
      layers: { digest: `sha256:${string}` }[];
    };
    for (const blob of [config, ...layers]) {
      const content = shelf.content.get(blob.digest)!;
      await at.uploadBlob(repository, blobOf(content), () => inChunks(content));
    }
    await at.putManifest(repository, digest, { mediaType, digest, bytes });
  }
  await at.putManifest(repository, 'v1', index as Parameters<typeof at.putManifest>[2]);
}

/** Returns a catalog, or undefined if Airlock rejects it. */
async function indexed(files: Record<string, Buffer>, folder: string): Promise<CatalogIndex | undefined> {
  try {
    return await indexCatalog(catalogOf(files), folder, { digest: 'sha256:peer' });
  } catch (error) {
    if (error instanceof AirlockError && error.code === 'catalog-invalid') return undefined;
    throw error;
  }
}

const allowed = spawnSync('unshare', [...NAMESPACES, 'true']).status === 0;

await judgedBy(
  'catalogd',
  ({ agrees, notRun }) => {
    if (missingCatalogs) notRun('real catalogs', missingCatalogs);
    agrees(
      'serves the catalog of a push, by the ClusterCatalog that Airlock wrote',
      async (program, cases) => {
        const peer = await catalogd(program);
        rig = await newRig();
        const { catalog } = rig.world.inventory;
        const file = `${rig.place('operators')}.yaml`;
        await writeFile(
          file,
          `kind: ImageSetConfiguration
apiVersion: mirror.openshift.io/v2alpha1
mirror:
  operators:
    - catalog: ${catalog.source}
      packages: [{ name: anvil-operator, channels: [{ name: stable }] }]
`,
        );
        const workspace = rig.place('set');
        expect(await toDisk(rig, workspace, file)).toMatchObject({ exitCode: 0 });
        const pushed = await toRegistry(rig, workspace, registry!.host, { namespace: NAMESPACE });
        expect(pushed).toMatchObject({ exitCode: 0 });
        const name = 'cc-redhat-operator-index-v4-16';
        const [object] = objectsIn(await readFile(join(pushed.resources!, `${name}.yaml`), 'utf8'));
        const { documents, ...served } = await peer.serve(object!);
        expect(served).toMatchObject({ serving: true, status: 200 });
        expect(namesOf(documents, 'olm.package')).toEqual(['anvil-operator']);
        expect(namesOf(documents, 'olm.channel')).toEqual(['stable']);
        expect(namesOf(documents, 'olm.bundle')).toEqual(['anvil-operator.v1.2.0']);
        cases(documents.length);
      },
    );

    const compared: string[] = [];
    let judged = 0;
    for (const [number, [name, original]] of [...realCatalogs()].entries())
      agrees(`serves exactly what is selected from ${name}`, async (program, cases, unjudged) => {
        const peer = await catalogd(program);
        using folder = temporaryFolder('index');
        const index = await indexed(original, folder.path);
        if (!index) {
          await uploadAll(registry!.host, `rejected/catalog-${number}`, published(original), 'v1');
          const served = await peer.serve(clusterCatalog(`rejected/catalog-${number}`, 'v1'));
          expect(served).toMatchObject({ serving: false, status: 404 });
          judged++;
          return;
        }
        const random = randomNumbers(name.length);
        const selections = [operatorSelection()];
        while (selections.length < SELECTIONS) selections.push(await randomSelection(index, random));
        let count = 0;
        for (const [attempt, selection] of selections.entries()) {
          const chosen = await selectedFiles(index, selection);
          if ('unjudged' in chosen) {
            unjudged(chosen.unjudged);
            continue;
          }
          const repository = `real/catalog-${number}-${attempt}`;
          await pushRebuilt(published(original), chosen.files, repository);
          const { documents, ...served } = await peer.serve(clusterCatalog(repository, 'v1'));
          expect(served).toMatchObject({ serving: true, status: 200 });
          expect(namesOf(documents, 'olm.package')).toEqual(chosen.packages);
          expect(namesOf(documents, 'olm.bundle')).toEqual(chosen.bundles);
          expect(inOrder(documents)).toEqual(inOrder(documentsIn(Object.values(chosen.files))));
          count += documents.length;
          judged++;
        }
        if (count > 0) compared.push(name);
        cases(count);
      });
    if (catalogNames.length > 0)
      agrees('most selections of most catalogs are judged', () => {
        expect(compared.length).toBeGreaterThan(catalogNames.length / 2);
        expect(judged).toBeGreaterThan(LEAST_JUDGED);
      });

    const document = (name: string) => JSON.stringify({ schema: 'olm.package', name, defaultChannel: 'a' });
    const old = { 'old.json': document('old') };

    agrees('a catalog that does not hide the original one serves both', async (program) => {
      const peer = await catalogd(program);
      const both = catalogImage([
        layer([{ name: 'configs/old.json', content: old['old.json'] }]),
        layer([{ name: '.wh.configs', content: '' }]),
        layer([{ name: 'configs/new.json', content: document('new') }]),
      ]);
      await uploadAll(registry!.host, 'mutants/both', both, 'v1');
      const { documents } = await peer.serve(clusterCatalog('mutants/both', 'v1'));
      expect(namesOf(documents, 'olm.package')).toEqual(['new', 'old']);
      await pushRebuilt(published(old), { 'new.json': document('new') }, 'mutants/one');
      const one = await peer.serve(clusterCatalog('mutants/one', 'v1'));
      expect(namesOf(one.documents, 'olm.package')).toEqual(['new']);
    });

    agrees('does not serve a damaged or missing catalog', async (program, cases) => {
      const peer = await catalogd(program);
      await pushRebuilt(published(old), { 'new.json': document('new').slice(0, -9) }, 'mutants/cut');
      await pushRebuilt(published(old), { 'new.json': `[${document('new')}]` }, 'mutants/list');
      const unlabeled = builtImage({
        layers: [layer([{ name: 'configs/new.json', content: document('new') }])],
      });
      await uploadAll(registry!.host, 'mutants/unlabeled', unlabeled, 'v1');
      const mutants: Record<string, RegExp> = {
        'mutants/cut': /unexpected end of JSON input|unexpected EOF/i,
        'mutants/list': /unmarshal/i,
        'mutants/unlabeled': /label/i,
        'mutants/missing': /manifest unknown|name unknown|not found/i,
      };
      for (const [repository, message] of Object.entries(mutants)) {
        const served = await peer.serve(clusterCatalog(repository, 'v1'));
        expect(served).toMatchObject({ serving: false, status: 404, documents: [] });
        expect(served.message).toMatch(message);
      }
      cases(Object.keys(mutants).length);
    });
  },
  NEEDS,
  allowed ? undefined : "This host doesn't allow network namespaces.",
);
