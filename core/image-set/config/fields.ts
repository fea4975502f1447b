import { about, flag, int64, list, object, text, type ValueOf, word } from '../../base/document/fields.ts';

/** Architectures of the update service and of payload names; `multi` is the manifest-list payload. */
export const ARCHITECTURES = ['amd64', 'arm64', 'ppc64le', 's390x', 'multi'];

const PLATFORM_ENTRY = object(
  {
    os: about('Operating system of the images to mirror.', 'linux', word('linux', 'windows')),
    architecture: about(
      'CPU architecture of the images to mirror.',
      'amd64',
      word(...ARCHITECTURES.slice(0, 4)),
    ),
  },
  ['os', 'architecture'],
);

function platformsOf(doc: string) {
  return about(doc, '[{os: linux, architecture: amd64}]', list(PLATFORM_ENTRY));
}

const CHART_FIELDS = {
  name: about('Chart name.', 'podinfo', text),
  version: about('Version of a chart in a repository. Default: the newest version.', '6.5.0', text),
  path: about(
    'Path of a local chart directory or .tgz file. Only for charts in helm.local.',
    '/charts/podinfo-6.5.0.tgz',
    text,
  ),
  imagePaths: about(
    'JSONPath expressions that find additional images in the rendered chart.',
    '["{.spec.template.spec.containers[*].image}"]',
    list(text),
  ),
  platforms: platformsOf('Platforms for which the images of the chart are mirrored. Default: all platforms.'),
};

/** @param required the field by which the chart is found */
function charts(doc: string, required: 'name' | 'path') {
  return about(doc, '[{name: podinfo, version: 6.5.0}]', list(object({ ...CHART_FIELDS }, [required])));
}

const RELEASE_CHANNEL = object(
  {
    name: about('Release channel name. List each channel only once.', 'stable-4.18', text),
    type: about('Product of the channel. Default: ocp.', 'ocp', word('ocp', 'okd')),
    minVersion: about(
      'Lowest version to mirror. Without minVersion and maxVersion, only the newest version in the channel is mirrored.',
      '4.18.1',
      text,
    ),
    maxVersion: about('Highest version to mirror.', '4.18.9', text),
    shortestPath: about(
      'Mirrors only the versions on the shortest upgrade path from minVersion to maxVersion. Default: false.',
      'true',
      flag,
    ),
    full: about(
      'Mirrors every version in the channel if minVersion and maxVersion are absent. Default: false.',
      'false',
      flag,
    ),
  },
  ['name'],
);

const PLATFORM = object({
  graph: about(
    'Builds and pushes the graph-data image for an OpenShift Update Service on the disconnected side. Default: false.',
    'true',
    flag,
  ),
  channels: about(
    'Release channels to mirror, with version ranges.',
    '[{name: stable-4.18, minVersion: 4.18.1, maxVersion: 4.18.9}]',
    list(RELEASE_CHANNEL),
  ),
  architectures: about(
    "Architectures of the release payloads. multi is the multi-architecture payload. Can't be combined with platforms. Default: amd64.",
    '[amd64]',
    list(word(...ARCHITECTURES)),
  ),
  platforms: platformsOf(
    'Platforms for which the multi-architecture release payload and its images are mirrored. Default: all platforms.',
  ),
  release: about(
    'Reference of one release payload to mirror instead of channels.',
    'quay.io/openshift-release-dev/ocp-release:4.18.9-x86_64',
    text,
  ),
  kubeVirtContainer: about(
    'Mirrors the KubeVirt disk images of RHCOS that the release payload lists. Default: false.',
    'true',
    flag,
  ),
});

const OPERATOR_CHANNEL = object(
  {
    name: about('Operator channel name. List each channel only once.', 'stable-5.8', text),
    minVersion: about(
      "Lowest version to mirror from this channel. Can't be combined with minVersion or maxVersion of the package.",
      '5.8.1',
      text,
    ),
    maxVersion: about(
      "Highest version to mirror from this channel. Can't be combined with minVersion or maxVersion of the package.",
      '5.8.9',
      text,
    ),
  },
  ['name'],
);

const PACKAGE = object(
  {
    name: about('Operator package name. List each package only once.', 'elasticsearch-operator', text),
    defaultChannel: about(
      'Default channel of the package in the mirrored catalog. Must be one of the mirrored channels.',
      'stable-5.8',
      text,
    ),
    minVersion: about('Lowest version to mirror from each selected channel.', '5.8.1', text),
    maxVersion: about('Highest version to mirror from each selected channel.', '5.8.9', text),
    channels: about(
      'Operator channels to mirror. Default: all channels of the package.',
      '[{name: stable-5.8}]',
      list(OPERATOR_CHANNEL),
    ),
  },
  ['name'],
);

const OPERATOR = object(
  {
    catalog: about(
      'Reference of the catalog image, or oci:// and the path of a local OCI layout.',
      'registry.redhat.io/redhat/redhat-operator-index:v4.18',
      text,
    ),
    full: about(
      "Mirrors all versions of the selected channels instead of only the channel heads. Can't be combined with minVersion or maxVersion. Default: false.",
      'false',
      flag,
    ),
    packages: about(
      'Operator packages to mirror. Default: all packages in the catalog.',
      '[{name: elasticsearch-operator}]',
      list(PACKAGE),
    ),
    targetCatalog: about(
      'Path of the catalog at the destination, without tag or digest. Default: the path of the source catalog.',
      'mirror/redhat-index',
      text,
    ),
    targetTag: about(
      'Tag of the catalog at the destination. Quote tags that look like numbers.',
      'v4.18-a',
      text,
    ),
    targetCatalogSourceTemplate: about(
      'Path of a YAML file with a CatalogSource to use as a template.',
      '/templates/catalog-source.yaml',
      text,
    ),
    skipDependencies: about('No effect. oc-mirror v2 never adds dependencies.', 'false', flag),
    platforms: platformsOf(
      'Platforms for which the catalog and its images are mirrored. Default: all platforms.',
    ),
  },
  ['catalog'],
);

const ADDITIONAL_IMAGE = object(
  {
    name: about(
      'Image reference with a tag or digest, or oci:// and the path of a local OCI layout.',
      'registry.redhat.io/ubi9/ubi:latest',
      text,
    ),
    targetRepo: about(
      'Repository path at the destination, without tag or digest. Default: the path of the source image.',
      'base/ubi9',
      text,
    ),
    targetTag: about('Image tag at the destination. Quote tags that look like numbers.', '"9.5"', text),
    platforms: platformsOf('Platforms for which the image is mirrored. Default: all platforms.'),
  },
  ['name'],
);

const REPOSITORY = object(
  {
    name: about('Name for the chart repository in this file.', 'podinfo', text),
    url: about('URL of the chart repository, without index.yaml.', 'https://charts.example.com', text),
    charts: charts(
      'Charts to mirror from this repository. Default: every version of every chart in the repository.',
      'name',
    ),
  },
  ['url'],
);

const REPOSITORIES = '[{name: podinfo, url: https://charts.example.com}]';

/** What `mirror` and `delete` have in common (oc-mirror v2: internal/pkg/api/v2alpha1/type_config.go). */
const CONTENT = {
  platform: about('OpenShift releases.', 'channels: [{name: stable-4.18}]', PLATFORM),
  operators: about(
    'Operator catalogs and the packages to select from them.',
    '[{catalog: registry.redhat.io/redhat/redhat-operator-index:v4.18}]',
    list(OPERATOR),
  ),
  additionalImages: about(
    'Individual images.',
    '[{name: registry.redhat.io/ubi9/ubi:latest}]',
    list(ADDITIONAL_IMAGE),
  ),
  helm: about(
    'Helm charts and the images that they use.',
    `repositories: ${REPOSITORIES}`,
    object({
      repositories: about('Helm chart repositories.', REPOSITORIES, list(REPOSITORY)),
      local: charts('Helm charts on the local file system.', 'path'),
    }),
  ),
  samples: about(
    'No effect. Accepted for compatibility with oc-mirror.',
    '[{name: httpd-example}]',
    list(object({ name: about('No effect.', 'httpd-example', text) })),
  ),
};

const BLOCKED_IMAGES = about(
  'Images to exclude from mirroring.',
  '[{name: ".*debug.*"}]',
  list(
    object(
      {
        name: about(
          'Regular expression (RE2) that excludes images if it matches their source or destination reference.',
          '".*debug.*"',
          text,
        ),
      },
      ['name'],
    ),
  ),
);

function kind(name: string) {
  return about('Kind of the configuration.', name, word(name));
}

export const API_VERSION = 'mirror.openshift.io/v2alpha1';
const apiVersion = about('API version of the configuration.', API_VERSION, word(API_VERSION));

/** An ImageSetConfiguration `mirror.openshift.io/v2alpha1`; fields in the order they are written. */
export const IMAGE_SET = object(
  {
    kind: kind('ImageSetConfiguration'),
    apiVersion,
    archiveSize: about('Maximum size of each volume of an archive set, in GiB. Default: 500.', '8', int64),
    mirror: about(
      'Content to mirror.',
      'platform, additionalImages',
      object({ ...CONTENT, blockedImages: BLOCKED_IMAGES }),
    ),
  },
  ['kind', 'mirror'],
);

/** An ImageSetConfiguration as `airlock delete` reads it; oc-mirror v2 has a file of its own for that. */
export const PRUNE_IMAGE_SET = object(
  {
    ...IMAGE_SET.fields,
    prune: about(
      'Content that airlock delete deletes from the registry. oc-mirror v2 rejects this field.',
      'additionalImages',
      object(CONTENT),
    ),
  },
  IMAGE_SET.needs,
);

export const DELETE_IMAGE_SET = object(
  {
    kind: kind('DeleteImageSetConfiguration'),
    apiVersion,
    delete: about('Content to delete from the registry.', 'additionalImages', object(CONTENT)),
  },
  ['kind', 'delete'],
);

export type ImageSetFields = ValueOf<typeof IMAGE_SET>;
export type DeleteImageSetFields = ValueOf<typeof DELETE_IMAGE_SET>;
export type DeleteFields = NonNullable<DeleteImageSetFields['delete']>;
/** `blockedImages` is in `mirror` only. */
export type ContentFields = DeleteFields & Pick<NonNullable<ImageSetFields['mirror']>, 'blockedImages'>;
/** Which part of a file says what is meant. */
export type ConfigurationSection = 'mirror' | 'delete' | 'prune';
