import { translator } from '../../../core/base/messages/translator.ts';

/** Texts of `list` and `catalog`, and of options that select catalogs and update graphs. */
export const t = translator({
  list: 'list releases, images and operators that can be mirrored',
  // list releases
  releases: 'list OpenShift releases, or their channels',
  versionOption: 'only this release (4.18.1), or releases in this minor version (4.18)',
  channelOption: 'only releases in this channel',
  channelsOption: 'list channels (with --version: only channels that contain the version)',
  channelConflict: "--channel and --channels can't be used together",
  versionInvalid: '"{version}" isn\'t a version: use a form such as 4.18 or 4.18.1',
  minorColumn: 'MINOR',
  newestColumn: 'NEWEST',
  releasesColumn: 'RELEASES',
  channelsColumn: 'CHANNELS',
  versionColumn: 'VERSION',
  errataColumn: 'ERRATA',
  // list images
  images: 'list all images in a release',
  releaseOption: 'OpenShift version, or release image reference',
  imagesFromOption: 'workspace, transfer or archive directory to read instead of registries',
  archOption: 'architecture, if --release is a version',
  release: '{version}: {payload}, {count, plural, one {# image} other {# images}}',
  payloadMissing:
    "The release image isn't in this directory. The list comes from the metadata that was transferred with the release.",
  nameColumn: 'NAME',
  sourceColumn: 'SOURCE',
  // list operators
  operators: 'list packages, channels or versions in an operator catalog',
  catalogOption:
    'catalog image (REGISTRY/PATH:TAG), oci://DIR, directory of catalog files, workspace or archive directory',
  packageOption: 'list the channels of this package',
  packageChannelOption: 'with --package: list the versions of this channel, newest first',
  channelWithoutPackage: '--channel requires --package',
  catalog: '{name} ({digest})',
  displayNameColumn: 'DISPLAY NAME',
  defaultChannelColumn: 'DEFAULT CHANNEL',
  headColumn: 'HEAD',
  channelColumn: 'CHANNEL',
  bundleColumn: 'BUNDLE',
  versionsColumn: 'VERSIONS',
  replacesColumn: 'REPLACES',
  skipsColumn: 'SKIPS',
  skipRangeColumn: 'SKIP RANGE',
  versions: '{count, plural, one {# version} other {# versions}}',
  isDefault: 'default',
  isHead: 'head',
  updates: 'Updates, newest first:',
  bundleMissing: '{channel}: the catalog has no bundle for {names}',
  unreachableHead: "{channel}: OLM can't update from {version} to the channel head: {reason}",
  unusable: 'unusable: {reason}',
  deprecated: 'deprecated',
  deprecatedBecause: 'deprecated: {reason}',
  // catalog diff
  catalogs: 'compare operator catalogs',
  diff: 'show the differences between two operator catalogs\nEach catalog is an image or a directory.',
  diffPackageOption: 'compare only this package',
  noDifference: 'The catalogs have the same packages, channels and versions.',
  noDifferenceDigests:
    'The catalogs have the same packages, channels and versions, but their images have different digests.',
  packageColumn: 'PACKAGE',
  changeColumn: 'CHANGE',
  packageContent:
    '{channels, plural, one {# channel} other {# channels}}, {versions, plural, one {# version} other {# versions}}',
  channelContent: 'head {head}, {versions, plural, one {# version} other {# versions}}',
  defaultChannelMoved: 'default channel {from} -> {to}',
  headMoved: 'head {from} -> {to}',
  noHead: 'none',
  // options that select catalogs and graphs
  catalogWorkspaceOption: 'workspace in which catalog indexes are cached (default: your cache directory)',
  readingCatalog: 'Reading the catalog {catalog}',
  catalogRejected:
    '{catalog}: OLM would reject this catalog: {reason}{more, plural, =0 {} one {; # more package has errors} other {; # more packages have errors}}',
  catalogAnomaly: '{catalog}: {anomaly}',
  graphArchOption: 'architecture of the releases',
  dataOption:
    'update graph to use instead of the update service: saved response (JSON), graph data (tar.gz, directory or image), workspace, or archive directory; can be repeated',
  offlineOption: 'use saved responses from the update service without sending requests',
  graphSource: 'Updates from {source}',
});
