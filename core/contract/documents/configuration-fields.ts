/** What a field holds. */
export type ConfigurationFieldType =
  | 'text'
  | 'flag'
  | 'whole'
  | 'object'
  | 'list of text'
  | 'list of objects';

/** One field of an ImageSetConfiguration, as editors explain it. */
export interface ConfigurationField {
  /** `mirror.platform.channels[].name`: `[]` stands for any item of a list. */
  path: string;
  type: ConfigurationFieldType;
  /** What it means, in one sentence. */
  doc: string;
  /** What it may hold, where that is a closed set. */
  values?: readonly string[];
  example: string;
}

const ARCHITECTURES = ['amd64', 'arm64', 'ppc64le', 's390x', 'multi'] as const;

/** The instances to copy of what stands at `path`. */
function platforms(path: string, of: string): ConfigurationField[] {
  return [
    {
      path: `${path}.platforms`,
      type: 'list of objects',
      doc: `The only instances to copy of ${of}; without it all are copied.`,
      example: '[{os: linux, architecture: amd64}]',
    },
    {
      path: `${path}.platforms[].os`,
      type: 'text',
      doc: 'Operating system of the instance.',
      values: ['linux', 'windows'],
      example: 'linux',
    },
    {
      path: `${path}.platforms[].architecture`,
      type: 'text',
      doc: 'Architecture of the instance.',
      values: ARCHITECTURES.slice(0, 4),
      example: 'amd64',
    },
  ];
}

/** The fields of a chart in the list at `path`. */
function charts(path: string, doc: string): ConfigurationField[] {
  const item = `${path}[]`;
  return [
    { path, type: 'list of objects', doc, example: '[{name: podinfo, version: 6.5.0}]' },
    { path: `${item}.name`, type: 'text', doc: 'Name of the chart.', example: 'podinfo' },
    {
      path: `${item}.version`,
      type: 'text',
      doc: 'Version of the chart; without it the newest.',
      example: '6.5.0',
    },
    {
      path: `${item}.path`,
      type: 'text',
      doc: 'Folder or .tgz file of a chart on this host.',
      example: '/charts/podinfo-6.5.0.tgz',
    },
    {
      path: `${item}.imagePaths`,
      type: 'list of text',
      doc: 'JSONPath expressions that find more images in the rendered chart.',
      example: '["{.spec.template.spec.containers[*].image}"]',
    },
    ...platforms(item, 'the images of the chart'),
  ];
}

/** Every field of an ImageSetConfiguration `mirror.openshift.io/v2alpha1`, those of a mapping in the order they are written. */
export const CONFIGURATION_FIELDS: readonly ConfigurationField[] = [
  {
    path: 'kind',
    type: 'text',
    doc: 'What this file is.',
    values: ['ImageSetConfiguration'],
    example: 'ImageSetConfiguration',
  },
  {
    path: 'apiVersion',
    type: 'text',
    doc: 'Version of the format.',
    values: ['mirror.openshift.io/v2alpha1'],
    example: 'mirror.openshift.io/v2alpha1',
  },
  {
    path: 'archiveSize',
    type: 'whole',
    doc: 'Largest piece of an archive set, in GiB; 500 when it is absent.',
    example: '8',
  },
  { path: 'mirror', type: 'object', doc: 'What to mirror.', example: 'platform, additionalImages' },
  {
    path: 'mirror.platform',
    type: 'object',
    doc: 'OpenShift releases.',
    example: 'channels: [{name: stable-4.18}]',
  },
  {
    path: 'mirror.platform.graph',
    type: 'flag',
    doc: 'Builds and pushes the update graph data, for an update service on the disconnected side.',
    values: ['true', 'false'],
    example: 'true',
  },
  {
    path: 'mirror.platform.channels',
    type: 'list of objects',
    doc: 'Release channels and the versions to take from them.',
    example: '[{name: stable-4.18, minVersion: 4.18.1, maxVersion: 4.18.9}]',
  },
  {
    path: 'mirror.platform.channels[].name',
    type: 'text',
    doc: 'Name of the channel; each only once.',
    example: 'stable-4.18',
  },
  {
    path: 'mirror.platform.channels[].type',
    type: 'text',
    doc: 'Product of the channel; ocp when it is absent.',
    values: ['ocp', 'okd'],
    example: 'ocp',
  },
  {
    path: 'mirror.platform.channels[].minVersion',
    type: 'text',
    doc: 'Lowest version to take; without any bound only the newest of the channel is taken.',
    example: '4.18.1',
  },
  {
    path: 'mirror.platform.channels[].maxVersion',
    type: 'text',
    doc: 'Highest version to take.',
    example: '4.18.9',
  },
  {
    path: 'mirror.platform.channels[].shortestPath',
    type: 'flag',
    doc: 'Takes only the versions on the shortest update path from minVersion to maxVersion.',
    values: ['true', 'false'],
    example: 'true',
  },
  {
    path: 'mirror.platform.channels[].full',
    type: 'flag',
    doc: 'Takes every version of the channel when no bound is given.',
    values: ['true', 'false'],
    example: 'false',
  },
  {
    path: 'mirror.platform.architectures',
    type: 'list of text',
    doc: 'One payload per architecture; amd64 when it is absent; not together with platforms.',
    values: ARCHITECTURES,
    example: '[amd64]',
  },
  ...platforms('mirror.platform', 'the multi-architecture payload and its images'),
  {
    path: 'mirror.platform.release',
    type: 'text',
    doc: 'One payload by reference; all channels are ignored then.',
    example: 'quay.io/openshift-release-dev/ocp-release:4.18.9-x86_64',
  },
  {
    path: 'mirror.platform.kubeVirtContainer',
    type: 'flag',
    doc: 'Adds the KubeVirt CoreOS images that the payload names.',
    values: ['true', 'false'],
    example: 'true',
  },
  {
    path: 'mirror.operators',
    type: 'list of objects',
    doc: 'Operator catalogs and what to take from them.',
    example: '[{catalog: registry.redhat.io/redhat/redhat-operator-index:v4.18}]',
  },
  {
    path: 'mirror.operators[].catalog',
    type: 'text',
    doc: 'The catalog image, or oci:// and a folder on this host.',
    example: 'registry.redhat.io/redhat/redhat-operator-index:v4.18',
  },
  {
    path: 'mirror.operators[].full',
    type: 'flag',
    doc: 'Takes all versions in place of the heads of the channels; not together with version bounds.',
    values: ['true', 'false'],
    example: 'false',
  },
  {
    path: 'mirror.operators[].packages',
    type: 'list of objects',
    doc: 'The packages to take; without it all of the catalog.',
    example: '[{name: elasticsearch-operator}]',
  },
  {
    path: 'mirror.operators[].packages[].name',
    type: 'text',
    doc: 'Name of the package; each only once.',
    example: 'elasticsearch-operator',
  },
  {
    path: 'mirror.operators[].packages[].defaultChannel',
    type: 'text',
    doc: 'Default channel in the rebuilt catalog; one of those that are kept.',
    example: 'stable-5.8',
  },
  {
    path: 'mirror.operators[].packages[].minVersion',
    type: 'text',
    doc: 'Lowest version, in every channel that is kept.',
    example: '5.8.1',
  },
  {
    path: 'mirror.operators[].packages[].maxVersion',
    type: 'text',
    doc: 'Highest version, in every channel that is kept.',
    example: '5.8.9',
  },
  {
    path: 'mirror.operators[].packages[].channels',
    type: 'list of objects',
    doc: 'The channels to keep; without it all of them.',
    example: '[{name: stable-5.8}]',
  },
  {
    path: 'mirror.operators[].packages[].channels[].name',
    type: 'text',
    doc: 'Name of the channel; each only once.',
    example: 'stable-5.8',
  },
  {
    path: 'mirror.operators[].packages[].channels[].minVersion',
    type: 'text',
    doc: 'Lowest version of this channel; not together with bounds of the package.',
    example: '5.8.1',
  },
  {
    path: 'mirror.operators[].packages[].channels[].maxVersion',
    type: 'text',
    doc: 'Highest version of this channel; not together with bounds of the package.',
    example: '5.8.9',
  },
  {
    path: 'mirror.operators[].targetCatalog',
    type: 'text',
    doc: 'Path of the catalog at the destination in place of its own, without tag or digest.',
    example: 'mirror/redhat-index',
  },
  {
    path: 'mirror.operators[].targetTag',
    type: 'text',
    doc: 'Tag of the catalog at the destination; quote what looks like a number.',
    example: 'v4.18-a',
  },
  {
    path: 'mirror.operators[].targetCatalogSourceTemplate',
    type: 'text',
    doc: 'File with the CatalogSource to start from.',
    example: '/templates/catalog-source.yaml',
  },
  {
    path: 'mirror.operators[].skipDependencies',
    type: 'flag',
    doc: 'Without effect in v2, which never adds dependencies.',
    values: ['true', 'false'],
    example: 'false',
  },
  ...platforms('mirror.operators[]', 'the catalog and its images'),
  {
    path: 'mirror.additionalImages',
    type: 'list of objects',
    doc: 'Single images.',
    example: '[{name: registry.redhat.io/ubi9/ubi:latest}]',
  },
  {
    path: 'mirror.additionalImages[].name',
    type: 'text',
    doc: 'The image by tag or digest, or oci:// and a folder; a bare name without tag is refused.',
    example: 'registry.redhat.io/ubi9/ubi:latest',
  },
  {
    path: 'mirror.additionalImages[].targetRepo',
    type: 'text',
    doc: 'Path at the destination in place of its own, without tag or digest.',
    example: 'base/ubi9',
  },
  {
    path: 'mirror.additionalImages[].targetTag',
    type: 'text',
    doc: 'Tag at the destination; quote what looks like a number.',
    example: '"9.5"',
  },
  ...platforms('mirror.additionalImages[]', 'the image'),
  {
    path: 'mirror.helm',
    type: 'object',
    doc: 'Helm charts and the images they name.',
    example: 'repositories: [{name: podinfo, url: https://charts.example.com}]',
  },
  {
    path: 'mirror.helm.repositories',
    type: 'list of objects',
    doc: 'Chart repositories.',
    example: '[{name: podinfo, url: https://charts.example.com}]',
  },
  {
    path: 'mirror.helm.repositories[].name',
    type: 'text',
    doc: 'Name of the repository in this file.',
    example: 'podinfo',
  },
  {
    path: 'mirror.helm.repositories[].url',
    type: 'text',
    doc: 'Address of the repository, without index.yaml.',
    example: 'https://charts.example.com',
  },
  ...charts(
    'mirror.helm.repositories[].charts',
    'The charts to take; without it every version of every chart of the repository.',
  ),
  ...charts('mirror.helm.local', 'Charts on this host.'),
  {
    path: 'mirror.samples',
    type: 'list of objects',
    doc: 'Read and without effect.',
    example: '[{name: httpd-example}]',
  },
  { path: 'mirror.samples[].name', type: 'text', doc: 'Without effect.', example: 'httpd-example' },
  {
    path: 'mirror.blockedImages',
    type: 'list of objects',
    doc: 'Images to leave out.',
    example: '[{name: ".*debug.*"}]',
  },
  {
    path: 'mirror.blockedImages[].name',
    type: 'text',
    doc: 'Regular expression (RE2) over origin and destination.',
    example: '".*debug.*"',
  },
];

const BY_PATH = new Map(CONFIGURATION_FIELDS.map((field) => [field.path, field]));

/** The field at a path such as `mirror.platform.channels[].name`. */
export function configurationField(path: string): ConfigurationField | undefined {
  return BY_PATH.get(path);
}

/** The fields that may stand in the mapping at a path; an empty path is the top of the file. */
export function fieldsBelow(path: string): ConfigurationField[] {
  return CONFIGURATION_FIELDS.filter((field) => parentOf(field.path) === path);
}

/** The last part of a field's path: its key. */
export function fieldName({ path }: Pick<ConfigurationField, 'path'>): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
}
