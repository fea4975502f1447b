import { type BuiltImage, builtImage, builtList } from './built-image.ts';
import { layer } from './layer.ts';
import { type Materials, ownLayer, shelve } from './materials.ts';
import { noise } from './noise.ts';

/** An operator catalog with the dependencies of its packages; references contain the registry. */
export interface BuiltCatalog {
  reference: string;
  image: BuiltImage;
  packages: BuiltPackage[];
}

export interface BuiltPackage {
  name: string;
  defaultChannel: string;
  channels: { name: string; entries: ChannelEntry[] }[];
  bundles: BuiltBundle[];
}

interface ChannelEntry {
  name: string;
  replaces?: string;
  skips?: string[];
  skipRange?: string;
}

interface BuiltBundle {
  name: string;
  version: string;
  reference: string;
  image: BuiltImage;
  related: { name: string; reference: string; image: BuiltImage }[];
}

/** The plan of a package: channels with their versions, oldest first. */
interface PackagePlan {
  name: string;
  channels: Record<string, string[]>;
  requires?: string;
  /** Whether operands are for several architectures. */
  lists: boolean;
}

const PACKAGES: PackagePlan[] = [
  {
    name: 'anvil-operator',
    channels: { stable: ['1.0.0', '1.1.0', '1.2.0'], candidate: ['1.90.0'] },
    lists: false,
  },
  {
    name: 'bellows-operator',
    channels: { stable: ['2.0.0', '2.1.0'] },
    requires: 'anvil-operator',
    lists: true,
  },
];

const CONFIGS_LABEL = 'operators.operatorframework.io.index.configs.v1';
const BUNDLE_LABEL = 'operators.operatorframework.io.bundle';

/**
 * Adds `redhat/redhat-operator-index:v4.16` for two architectures, with bundles and operands, to the image store of the
 * world.
 */
export function buildCatalog(materials: Materials): BuiltCatalog {
  const packages = PACKAGES.map((plan) => buildPackage(materials, plan));
  const configs = layer(
    packages.map((each, number) => ({
      name: `configs/${each.name}/catalog.json`,
      content: declarativeConfig(materials, each, PACKAGES[number]!),
    })),
  );
  const cache = layer([
    { name: 'tmp/cache/digest', content: 'practice\n' },
    {
      name: 'tmp/cache/pogreb.v1/db/00000.psg',
      content: noise(`${materials.seed}:catalog-cache`, materials.scale.catalogCache),
    },
  ]);
  const image = builtList(
    ['amd64', 'arm64'].map((architecture) =>
      builtImage({
        architecture,
        labels: { [CONFIGS_LABEL]: '/configs' },
        entrypoint: ['/bin/opm'],
        layers: [minimalLayer(materials, architecture), configs, cache],
      }),
    ),
  );
  const name = `${materials.names.redhat}/redhat/redhat-operator-index`;
  shelve(materials, name, image, 'v4.16');
  return { reference: `${name}:v4.16`, image, packages };
}

function buildPackage(materials: Materials, plan: PackagePlan): BuiltPackage {
  const bundles = Object.values(plan.channels)
    .flat()
    .map((version) => buildBundle(materials, plan, version));
  const channels = Object.entries(plan.channels).map(([name, versions]) => ({
    name,
    entries: versions.map((version, number) => channelEntry(plan.name, versions, version, number)),
  }));
  return { name: plan.name, defaultChannel: 'stable', channels, bundles };
}

/** Each bundle replaces the previous one; the newest also skips all older ones, by name and by range. */
function channelEntry(name: string, versions: string[], version: string, number: number): ChannelEntry {
  const older = versions.slice(0, number).map((each) => `${name}.v${each}`);
  const newest = number > 0 && number === versions.length - 1;
  return {
    name: `${name}.v${version}`,
    replaces: number > 0 ? older.at(-1)! : undefined,
    skips: newest && older.length > 1 ? older.slice(0, -1) : undefined,
    skipRange: newest ? `>=${versions[0]} <${version}` : undefined,
  };
}

function buildBundle(materials: Materials, plan: PackagePlan, version: string): BuiltBundle {
  const { redhat } = materials.names;
  // The controller changes with each bundle, the agent only with the first two components of its version.
  const related = [
    { name: 'controller', image: operand(materials, `${plan.name}-controller-${version}`, plan.lists) },
    { name: 'agent', image: operand(materials, `${plan.name}-agent-${version.slice(0, 3)}`, plan.lists) },
  ].map(({ name, image }) => {
    const repository = `${redhat}/practice/${plan.name}-${name}-rhel9`;
    shelve(materials, repository, image, `v${version}`);
    return { name, image, reference: `${repository}@${image.digest}` };
  });
  const serviceVersion = `apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata:
  name: ${plan.name}.v${version}
spec:
  version: ${version}
  relatedImages:
${related.map(({ name, reference }) => `  - name: ${name}\n    image: ${reference}\n`).join('')}`;
  const image = builtImage({
    labels: {
      [`${BUNDLE_LABEL}.mediatype.v1`]: 'registry+v1',
      [`${BUNDLE_LABEL}.manifests.v1`]: 'manifests/',
      [`${BUNDLE_LABEL}.metadata.v1`]: 'metadata/',
      [`${BUNDLE_LABEL}.package.v1`]: plan.name,
    },
    layers: [
      layer([{ name: `manifests/${plan.name}.clusterserviceversion.yaml`, content: serviceVersion }]),
      layer([
        {
          name: 'metadata/annotations.yaml',
          content: `annotations:\n  ${BUNDLE_LABEL}.package.v1: ${plan.name}\n`,
        },
      ]),
    ],
  });
  const repository = `${redhat}/practice/${plan.name}-bundle`;
  shelve(materials, repository, image, `v${version}`);
  return {
    name: `${plan.name}.v${version}`,
    version,
    reference: `${repository}@${image.digest}`,
    image,
    related,
  };
}

function operand(materials: Materials, key: string, list: boolean): BuiltImage {
  const instances = (list ? ['amd64', 'arm64'] : ['amd64']).map((architecture) =>
    builtImage({
      architecture,
      labels: { name: key },
      layers: [
        minimalLayer(materials, architecture),
        ownLayer(materials, `${key}-${architecture}`, materials.scale.operandLayer),
      ],
    }),
  );
  return list ? builtList(instances) : instances[0]!;
}

function minimalLayer({ scale, sharedLayer }: Materials, architecture: string) {
  return sharedLayer(`minimal-${architecture}`, Math.ceil(scale.baseLayer / 2));
}

/** Returns the file-based catalog of a package in the layout of `declcfg.WriteFS`. */
function declarativeConfig({ seed }: Materials, built: BuiltPackage, plan: PackagePlan): string {
  const { name } = built;
  const documents = [
    {
      schema: 'olm.package',
      name,
      defaultChannel: built.defaultChannel,
      description: `Practice operator ${name}`,
      icon: { base64data: noise(`${seed}:icon:${name}`, 300).toString('base64'), mediatype: 'image/svg+xml' },
    },
    ...built.channels.map((channel) => ({
      schema: 'olm.channel',
      name: channel.name,
      package: name,
      entries: channel.entries,
    })),
    ...built.bundles.map((bundle) => ({
      schema: 'olm.bundle',
      name: bundle.name,
      package: name,
      image: bundle.reference,
      properties: [
        { type: 'olm.gvk', value: { group: `${name}.practice.example`, kind: 'Tool', version: 'v1' } },
        { type: 'olm.package', value: { packageName: name, version: bundle.version } },
        ...(plan.requires
          ? [{ type: 'olm.package.required', value: { packageName: plan.requires, versionRange: '>=1.0.0' } }]
          : []),
      ],
      relatedImages: [
        { name: '', image: bundle.reference },
        ...bundle.related.map((each) => ({ name: each.name, image: each.reference })),
      ],
    })),
    {
      schema: 'olm.deprecations',
      package: name,
      entries: [
        {
          reference: { schema: 'olm.bundle', name: built.bundles[0]!.name },
          message: 'Use a newer version.',
        },
      ],
    },
  ];
  return `${documents.map((document) => JSON.stringify(document, null, 4)).join('\n')}\n`;
}
