import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { compareWithUpstream } from './destination-check.ts';
import { type CatalogDocument, catalogOf, type ServedImage, servedImage } from './image-files.ts';
import type { ExpectedImage, ExpectedPackage, Lab } from './lab.ts';

export const REPOSITORY = 'redhat/redhat-operator-index';
export const TAG = 'v4.16';
const LOGIN = `Basic ${Buffer.from('airlock:airlock').toString('base64')}`;

/** What a configuration of operators must lead to. */
export interface Wanted {
  packages: ExpectedPackage[];
  /** Bundles and operands. */
  images: ExpectedImage[];
  /** The documents of the rebuilt catalog. */
  documents: CatalogDocument[];
}

export async function wantedOf(lab: Lab, name: 'operators' | 'ranges'): Promise<Wanted> {
  const catalog = lab.inventory.catalogs[0]!;
  const packages = catalog.expected[`isc-${name}.yaml`];
  const original = await servedImage(lab.direct.upstream, REPOSITORY, TAG);
  expect(original.digest).toBe(catalog.digest);
  const images = (await lab.expected(name)).filter(({ type }) => type !== 'catalog');
  const documents = selected(catalogOf(original.instances[0]!), packages);
  expect(documents.filter(({ schema }) => schema === 'olm.bundle').map((bundle) => bundle.name)).toEqual(
    packages.flatMap(({ bundles }) => bundles),
  );
  return { packages, images, documents };
}

/** What a selection leaves of a catalog: the same documents, but for the entries that go. */
function selected(all: CatalogDocument[], packages: ExpectedPackage[]): CatalogDocument[] {
  return packages.flatMap(({ name: of, channels, bundles }) =>
    all
      .filter((document) => document.package === of || document.name === of)
      .flatMap((document) => {
        const { schema, name, entries = [] } = document;
        if (schema === 'olm.bundle') return bundles.includes(name!) ? [document] : [];
        if (schema === 'olm.channel') {
          const kept = channels.find((channel) => channel.name === name)?.bundles;
          return kept
            ? [{ ...document, entries: entries.filter((entry) => kept.includes(entry.name!)) }]
            : [];
        }
        if (schema !== 'olm.deprecations') return [document];
        const kept = entries.filter(({ reference }) => bundles.includes(reference!.name!));
        return [{ ...document, entries: kept }];
      }),
  );
}

function sorted(documents: CatalogDocument[]): CatalogDocument[] {
  const key = ({ schema, package: of, name }: CatalogDocument) => `${of ?? name} ${schema} ${name}`;
  return documents.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

export function expectDocuments(found: CatalogDocument[], { documents }: Wanted): void {
  expect(sorted(found)).toEqual(sorted(documents));
}

/** On both architectures the selection and nothing else, served by what is in the image. */
export function expectCatalog(served: ServedImage, wanted: Wanted): void {
  expect(served.instances.map(({ architecture }) => architecture)).toEqual(['amd64', 'arm64']);
  for (const instance of served.instances) {
    expectDocuments(catalogOf(instance), wanted);
    expect(instance.config).toMatchObject({
      Entrypoint: ['/bin/opm'],
      Cmd: ['serve', '/configs'],
      Labels: { 'operators.operatorframework.io.index.configs.v1': '/configs' },
    });
    const paths = [...instance.files.keys()];
    const below = (folder: string) => paths.filter((path) => path.startsWith(`${folder}/`)).sort();
    expect(below('configs')).toEqual(
      wanted.packages.flatMap(({ name }) => [`configs/${name}`, `configs/${name}/catalog.json`]).sort(),
    );
    // The cache in the image was made of the whole catalog; opm makes one in the folder that anybody may write.
    expect(below('tmp')).toEqual([]);
    expect(instance.files.get('tmp')?.mode).toBe(0o1777);
    for (const path of ['configs', ...below('configs')])
      expect([path, instance.files.get(path)!.mode]).toEqual([path, path.endsWith('.json') ? 0o644 : 0o755]);
    expect(below('usr/lib').length).toBeGreaterThan(0);
  }
}

export interface Place {
  registry: 'destA' | 'destB';
  namespace: string;
}

/** Every repository and tag of a registry below a path. */
async function namesAt(lab: Lab, { registry, namespace }: Place): Promise<string[]> {
  const ask = async (path: string) => {
    const url = `http://${lab.direct[registry]}/v2/${path}`;
    const answer = await fetch(url, { headers: { authorization: LOGIN } });
    return (await answer.json()) as { repositories: string[]; tags: string[] | null };
  };
  const { repositories } = await ask('_catalog?n=1000');
  const own = repositories.filter((name) => name.startsWith(`${namespace}/`));
  const names = own.map(async (name) =>
    ((await ask(`${name}/tags/list`)).tags ?? []).map((tag) => `${name.slice(namespace.length + 1)}:${tag}`),
  );
  return (await Promise.all(names)).flat().sort();
}

/** All of a selection and nothing else is at a destination; gives the catalog there. */
export async function expectAll(lab: Lab, place: Place, wanted: Wanted): Promise<ServedImage> {
  expect(await compareWithUpstream(lab, wanted.images, place)).toEqual([]);
  const names = [...wanted.images.map(({ destination }) => destination), `${REPOSITORY}:${TAG}`];
  expect(await namesAt(lab, place)).toEqual(names.sort());
  const served = await servedImage(lab.direct[place.registry], `${place.namespace}/${REPOSITORY}`, TAG);
  expectCatalog(served, wanted);
  return served;
}

/**
 * CatalogSource, ClusterCatalog and mirror set as reference 8 has them.
 * @param host of the destination, with namespace
 */
export async function expectResources(folder: string, host: string, { packages }: Wanted): Promise<void> {
  const read = async (name: string) => {
    const documents = parseAllDocuments(await readFile(join(folder, name), 'utf8'));
    const [found, ...more] = documents.map((each) => each.toJS()).filter((each) => each !== null);
    expect(more).toEqual([]);
    expect(found.metadata.annotations).toMatchObject({
      createdAt: expect.any(String),
      createdBy: expect.any(String),
    });
    delete found.metadata.annotations;
    return found;
  };
  const image = `${host}/${REPOSITORY}:${TAG}`;
  const expected = {
    'cc-redhat-operator-index-v4-16.yaml': {
      apiVersion: 'olm.operatorframework.io/v1',
      kind: 'ClusterCatalog',
      metadata: { name: 'cc-redhat-operator-index-v4-16' },
      spec: { priority: 0, source: { image: { ref: image }, type: 'Image' } },
    },
    'cs-redhat-operator-index-v4-16.yaml': {
      apiVersion: 'operators.coreos.com/v1alpha1',
      kind: 'CatalogSource',
      metadata: { name: 'cs-redhat-operator-index-v4-16', namespace: 'openshift-marketplace' },
      spec: { image, sourceType: 'grpc' },
    },
    // Everything is pulled by digest, so there is no ImageTagMirrorSet; catalogs are in neither.
    'idms-oc-mirror.yaml': {
      apiVersion: 'config.openshift.io/v1',
      kind: 'ImageDigestMirrorSet',
      metadata: { name: 'idms-operator-0' },
      spec: {
        imageDigestMirrors: packages.map(({ name }) => ({
          source: `registry.redhat.io/${name}`,
          mirrors: [`${host}/${name}`],
        })),
      },
    },
  };
  expect((await readdir(folder)).sort()).toEqual(Object.keys(expected));
  for (const [name, resource] of Object.entries(expected)) expect(await read(name)).toEqual(resource);
}
