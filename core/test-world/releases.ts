import { type BuiltImage, builtImage, builtList } from './built-image.ts';
import { type LayerFile, layer } from './layer.ts';
import { type Materials, ownLayer, shelveSigned } from './materials.ts';
import { noise } from './noise.ts';
import { type BuiltComponent, payloadFiles, toolWithPlaceholders } from './payload-files.ts';

/** A release with the data for its signature and its update graph. */
export interface BuiltRelease {
  version: string;
  architecture: 'amd64' | 'multi';
  /** Tag of the payload, such as `4.16.1-x86_64`. */
  tag: string;
  /** Repository of payloads, with registry. */
  repository: string;
  payload: BuiltImage;
  /** Repository of components and of the KubeVirt disk, with registry. */
  contentRepository: string;
  components: BuiltComponent[];
  /** Only in the boot images, not among the components. */
  kubevirt: BuiltImage;
}

/** Oldest first. */
const VERSIONS = ['4.16.1', '4.16.2', '4.16.5'];

const COMPONENTS = [
  'cluster-version-operator',
  'cli',
  'rhel-coreos',
  'etcd',
  'installer',
  'machine-os-images',
  'must-gather',
  'cloud-credential-operator',
  'ovn-kubernetes',
  'console',
  'coredns',
  'haproxy-router',
];
const OPERATING_SYSTEM = 2;
const LIVE_ISO = COMPONENTS.indexOf('machine-os-images');

/**
 * Adds releases 4.16.1, 4.16.2 and 4.16.5 for amd64, and 4.16.5 for several architectures (`multi`), to the image store
 * of the world.
 */
export function buildReleases(materials: Materials): BuiltRelease[] {
  const bakery = newBakery(materials);
  const releases = VERSIONS.map((_, number) => singleRelease(materials, bakery, number));
  releases.push(multiRelease(materials, bakery, VERSIONS.length - 1));
  for (const release of releases) {
    for (const { image } of release.components) shelveSigned(materials, release.contentRepository, image);
    shelveSigned(materials, release.contentRepository, release.kubevirt);
    shelveSigned(materials, release.repository, release.payload, release.tag);
  }
  return releases;
}

function singleRelease(materials: Materials, bakery: Bakery, number: number): BuiltRelease {
  const components = componentsOf(materials, (component) =>
    bakery.component(component, revision(component, number), 'amd64'),
  );
  const release = {
    ...repositories(materials),
    version: VERSIONS[number]!,
    architecture: 'amd64' as const,
    tag: `${VERSIONS[number]}-x86_64`,
    components,
    kubevirt: bakery.kubevirt(revision(OPERATING_SYSTEM, number)),
  };
  return { ...release, payload: payloadImage(materials, release, 'amd64') };
}

/** Builds a manifest list of payloads that all reference the same manifest lists of components. */
function multiRelease(materials: Materials, bakery: Bakery, number: number): BuiltRelease {
  const components = componentsOf(materials, (component) =>
    builtList(
      ['amd64', 'arm64'].map((architecture) =>
        bakery.component(component, revision(component, number), architecture),
      ),
    ),
  );
  const release = {
    ...repositories(materials),
    version: VERSIONS[number]!,
    architecture: 'multi' as const,
    tag: `${VERSIONS[number]}-multi`,
    components,
    kubevirt: bakery.kubevirt(revision(OPERATING_SYSTEM, number)),
  };
  const payload = builtList(['amd64', 'arm64'].map((each) => payloadImage(materials, release, each)));
  return { ...release, payload };
}

function repositories({ names }: Materials): { repository: string; contentRepository: string } {
  return {
    repository: `${names.quay}/openshift-release-dev/ocp-release`,
    contentRepository: `${names.quay}/openshift-release-dev/ocp-v4.0-art-dev`,
  };
}

/**
 * Builds all components of a release. `tools` is the same image as `cli`, because real releases have digests under two
 * names.
 */
function componentsOf({ scale }: Materials, bake: (component: number) => BuiltImage): BuiltComponent[] {
  const components = Array.from({ length: scale.components }, (_, component) => ({
    name: COMPONENTS[component] ?? `component-${component}`,
    image: bake(component),
  }));
  return [...components, { name: 'tools', image: components[1]!.image }];
}

/**
 * Returns the number of changes of a component up to a release. The first one changes each time, a third of the others
 * each time.
 */
function revision(component: number, release: number): number {
  let changes = 0;
  for (let each = 1; each <= release; each++) if (component === 0 || (component + each) % 3 === 0) changes++;
  return changes;
}

function payloadImage(
  materials: Materials,
  release: Omit<BuiltRelease, 'payload'>,
  architecture: string,
): BuiltImage {
  const { seed, scale, names } = materials;
  const previous = VERSIONS.slice(0, VERSIONS.indexOf(release.version));
  return builtImage({
    architecture,
    labels: {
      'io.openshift.release': release.version,
      'io.openshift.release.base-image-digest': release.components[0]!.image.digest,
    },
    entrypoint: ['/usr/bin/cluster-version-operator'],
    layers: [
      materials.sharedLayer(`base-${architecture}`, scale.baseLayer),
      layer(
        payloadFiles({
          ...{ ...release, previous, quay: names.quay, padding: noise(`${seed}:manifests`, 6000) },
          isos: ['amd64', 'arm64'].map((each) =>
            liveIso(materials, revision(LIVE_ISO, VERSIONS.indexOf(release.version)), each),
          ),
        }),
      ),
    ],
  });
}

/** Returns the files that `oc adm release extract` and the installer read from images of components. */
function toolFiles(
  materials: Materials,
  component: number,
  version: number,
  architecture: string,
): LayerFile[] {
  switch (COMPONENTS[component]) {
    case 'cli':
      return [{ name: 'usr/bin/oc', content: toolWithPlaceholders('oc') }];
    case 'installer':
      return [{ name: 'usr/bin/openshift-install', content: toolWithPlaceholders('openshift-install') }];
    case 'cloud-credential-operator':
      return [{ name: 'usr/bin/ccoctl', content: toolWithPlaceholders('ccoctl') }];
    case 'machine-os-images': {
      const { name, content } = liveIso(materials, version, architecture);
      return [{ name: `coreos/${name}`, content }];
    }
    default:
      return [];
  }
}

/** Returns the live ISO of a revision. The boot images of releases have its digest. */
function liveIso({ seed }: Materials, version: number, architecture: string): LayerFile {
  const machine = architecture === 'arm64' ? 'aarch64' : 'x86_64';
  return { name: `coreos-${machine}.iso`, content: noise(`${seed}:iso-${version}-${machine}`, 20_000) };
}

/** Builds each image once, for any number of releases. */
interface Bakery {
  component(component: number, revision: number, architecture: string): BuiltImage;
  kubevirt(revision: number): BuiltImage;
}

function newBakery(materials: Materials): Bakery {
  const { scale } = materials;
  const baked = new Map<string, BuiltImage>();
  const once = (key: string, bake: () => BuiltImage): BuiltImage => {
    const image = baked.get(key) ?? bake();
    baked.set(key, image);
    return image;
  };
  return {
    component: (component, version, architecture) => {
      const key = `component-${component}-${version}-${architecture}`;
      const size = component === OPERATING_SYSTEM ? scale.operatingSystemLayer : scale.componentLayer;
      return once(key, () =>
        builtImage({
          architecture,
          labels: { 'io.openshift.build.name': COMPONENTS[component] ?? key, version: `${version}` },
          layers: [
            materials.sharedLayer(`base-${architecture}`, scale.baseLayer),
            materials.sharedLayer(`runtime${component % 3}-${architecture}`, scale.runtimeLayer),
            ownLayer(materials, key, size, undefined, toolFiles(materials, component, version, architecture)),
          ],
        }),
      );
    },
    kubevirt: (version) =>
      once(`kubevirt-${version}`, () =>
        builtImage({ layers: [ownLayer(materials, `kubevirt-${version}`, scale.operatingSystemLayer)] }),
      ),
  };
}
