import { about, flag, int64, list, object, text, type ValueOf, word } from '../../base/document/fields.ts';

/** What the update service and payload names know; `multi` is the manifest-list payload. */
export const ARCHITECTURES = ['amd64', 'arm64', 'ppc64le', 's390x', 'multi'];

/** @param what whose instances are copied, in words */
function platformsOf(what: string) {
  return about(
    `The only instances to copy of ${what}; without it all are copied.`,
    '[{os: linux, architecture: amd64}]',
    list(
      object({
        os: about('Operating system of the instance.', 'linux', word('linux', 'windows')),
        architecture: about('Architecture of the instance.', 'amd64', word(...ARCHITECTURES.slice(0, 4))),
      }),
    ),
  );
}

function charts(doc: string) {
  return about(
    doc,
    '[{name: podinfo, version: 6.5.0}]',
    list(
      object({
        name: about('Name of the chart.', 'podinfo', text),
        version: about('Version of the chart; without it the newest.', '6.5.0', text),
        path: about('Folder or .tgz file of a chart on this host.', '/charts/podinfo-6.5.0.tgz', text),
        imagePaths: about(
          'JSONPath expressions that find more images in the rendered chart.',
          '["{.spec.template.spec.containers[*].image}"]',
          list(text),
        ),
        platforms: platformsOf('the images of the chart'),
      }),
    ),
  );
}

const RELEASE_CHANNEL = object({
  name: about('Name of the channel; each only once.', 'stable-4.18', text),
  type: about('Product of the channel; ocp when it is absent.', 'ocp', word('ocp', 'okd')),
  minVersion: about(
    'Lowest version to take; without any bound only the newest of the channel is taken.',
    '4.18.1',
    text,
  ),
  maxVersion: about('Highest version to take.', '4.18.9', text),
  shortestPath: about(
    'Takes only the versions on the shortest update path from minVersion to maxVersion.',
    'true',
    flag,
  ),
  full: about('Takes every version of the channel when no bound is given.', 'false', flag),
});

const PLATFORM = object({
  graph: about(
    'Builds and pushes the update graph data, for an update service on the disconnected side.',
    'true',
    flag,
  ),
  channels: about(
    'Release channels and the versions to take from them.',
    '[{name: stable-4.18, minVersion: 4.18.1, maxVersion: 4.18.9}]',
    list(RELEASE_CHANNEL),
  ),
  architectures: about(
    'One payload per architecture; amd64 when it is absent; not together with platforms.',
    '[amd64]',
    list(word(...ARCHITECTURES)),
  ),
  platforms: platformsOf('the multi-architecture payload and its images'),
  release: about(
    'One payload by reference; all channels are ignored then.',
    'quay.io/openshift-release-dev/ocp-release:4.18.9-x86_64',
    text,
  ),
  kubeVirtContainer: about('Adds the KubeVirt CoreOS images that the payload names.', 'true', flag),
});

const OPERATOR_CHANNEL = object({
  name: about('Name of the channel; each only once.', 'stable-5.8', text),
  minVersion: about(
    'Lowest version of this channel; not together with bounds of the package.',
    '5.8.1',
    text,
  ),
  maxVersion: about(
    'Highest version of this channel; not together with bounds of the package.',
    '5.8.9',
    text,
  ),
});

const PACKAGE = object({
  name: about('Name of the package; each only once.', 'elasticsearch-operator', text),
  defaultChannel: about(
    'Default channel in the rebuilt catalog; one of those that are kept.',
    'stable-5.8',
    text,
  ),
  minVersion: about('Lowest version, in every channel that is kept.', '5.8.1', text),
  maxVersion: about('Highest version, in every channel that is kept.', '5.8.9', text),
  channels: about(
    'The channels to keep; without it all of them.',
    '[{name: stable-5.8}]',
    list(OPERATOR_CHANNEL),
  ),
});

const OPERATOR = object({
  catalog: about(
    'The catalog image, or oci:// and a folder on this host.',
    'registry.redhat.io/redhat/redhat-operator-index:v4.18',
    text,
  ),
  full: about(
    'Takes all versions in place of the heads of the channels; not together with version bounds.',
    'false',
    flag,
  ),
  packages: about(
    'The packages to take; without it all of the catalog.',
    '[{name: elasticsearch-operator}]',
    list(PACKAGE),
  ),
  targetCatalog: about(
    'Path of the catalog at the destination in place of its own, without tag or digest.',
    'mirror/redhat-index',
    text,
  ),
  targetTag: about('Tag of the catalog at the destination; quote what looks like a number.', 'v4.18-a', text),
  targetCatalogSourceTemplate: about(
    'File with the CatalogSource to start from.',
    '/templates/catalog-source.yaml',
    text,
  ),
  skipDependencies: about('Without effect in v2, which never adds dependencies.', 'false', flag),
  platforms: platformsOf('the catalog and its images'),
});

const ADDITIONAL_IMAGE = object({
  name: about(
    'The image by tag or digest, or oci:// and a folder; a bare name without tag is refused.',
    'registry.redhat.io/ubi9/ubi:latest',
    text,
  ),
  targetRepo: about('Path at the destination in place of its own, without tag or digest.', 'base/ubi9', text),
  targetTag: about('Tag at the destination; quote what looks like a number.', '"9.5"', text),
  platforms: platformsOf('the image'),
});

const REPOSITORY = object({
  name: about('Name of the repository in this file.', 'podinfo', text),
  url: about('Address of the repository, without index.yaml.', 'https://charts.example.com', text),
  charts: charts('The charts to take; without it every version of every chart of the repository.'),
});

const REPOSITORIES = '[{name: podinfo, url: https://charts.example.com}]';

/** What `mirror` and `delete` have in common (oc-mirror v2: internal/pkg/api/v2alpha1/type_config.go). */
const CONTENT = {
  platform: about('OpenShift releases.', 'channels: [{name: stable-4.18}]', PLATFORM),
  operators: about(
    'Operator catalogs and what to take from them.',
    '[{catalog: registry.redhat.io/redhat/redhat-operator-index:v4.18}]',
    list(OPERATOR),
  ),
  additionalImages: about(
    'Single images.',
    '[{name: registry.redhat.io/ubi9/ubi:latest}]',
    list(ADDITIONAL_IMAGE),
  ),
  helm: about(
    'Helm charts and the images they name.',
    `repositories: ${REPOSITORIES}`,
    object({
      repositories: about('Chart repositories.', REPOSITORIES, list(REPOSITORY)),
      local: charts('Charts on this host.'),
    }),
  ),
  samples: about(
    'Read and without effect.',
    '[{name: httpd-example}]',
    list(object({ name: about('Without effect.', 'httpd-example', text) })),
  ),
};

const BLOCKED_IMAGES = about(
  'Images to leave out.',
  '[{name: ".*debug.*"}]',
  list(
    object({
      name: about('Regular expression (RE2) over origin and destination.', '".*debug.*"', text),
    }),
  ),
);

function kind(name: string) {
  return about('What this file is.', name, word(name));
}

export const API_VERSION = 'mirror.openshift.io/v2alpha1';
const apiVersion = about('Version of the format.', API_VERSION, word(API_VERSION));

/** An ImageSetConfiguration `mirror.openshift.io/v2alpha1`; fields in the order they are written. */
export const IMAGE_SET = object({
  kind: kind('ImageSetConfiguration'),
  apiVersion,
  archiveSize: about('Largest piece of an archive set, in GiB; 500 when it is absent.', '8', int64),
  mirror: about(
    'What to mirror.',
    'platform, additionalImages',
    object({ ...CONTENT, blockedImages: BLOCKED_IMAGES }),
  ),
});

/** An ImageSetConfiguration as `airlock delete` reads it; oc-mirror v2 has a file of its own for that. */
export const PRUNE_IMAGE_SET = object({ ...IMAGE_SET.fields, prune: object(CONTENT) });

export const DELETE_IMAGE_SET = object({
  kind: kind('DeleteImageSetConfiguration'),
  apiVersion,
  delete: object(CONTENT),
});

export type ImageSetFields = ValueOf<typeof IMAGE_SET>;
export type DeleteImageSetFields = ValueOf<typeof DELETE_IMAGE_SET>;
export type DeleteFields = NonNullable<DeleteImageSetFields['delete']>;
/** `blockedImages` is in `mirror` only. */
export type ContentFields = DeleteFields & Pick<NonNullable<ImageSetFields['mirror']>, 'blockedImages'>;
/** Which part of a file says what is meant. */
export type ConfigurationSection = 'mirror' | 'delete' | 'prune';
