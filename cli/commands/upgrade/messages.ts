import { translator } from '../../../core/base/messages/translator.ts';

/** Texts of `upgrade-path`. */
export const t = translator({
  upgradePath: 'find upgrade paths and the content to mirror for them',

  // ocp, and options that plan shares
  ocp: 'find the upgrade path between two OpenShift releases\nExit code 2 if no path exists.',
  fromOption: 'current release of the cluster',
  toOption: 'target release, or a minor version (4.18) for its newest release',
  viaOption: 'release that the path must include; can be repeated',
  channelOption: 'last channel of the path (default: stable, then fast, then candidate)',
  avoidRisksOption: 'exclude conditional updates',
  fewestRisksOption: 'prefer the path with the fewest risks, regardless of its length',
  eusOption: 'keep worker pools paused between EUS releases',
  riskAnswerOption: "risk that doesn't affect the cluster, with the reason; can be repeated",
  riskAppliesOption:
    'risk that affects the cluster, with the reason; its updates are excluded; can be repeated',
  riskAnswerInvalid: 'Use NAME=REASON with the name of a risk.',
  riskReasonTooLong: 'The reason has more than {most} characters.',
  sizesOption:
    'query registries for the download size; DIR: workspace whose content counts as already present',
  allOption: 'list all shortest paths',
  perHopOption: 'write one configuration for each update, to be mirrored in sequence',
  svgOption: 'write a diagram of the path (SVG)',
  versionInvalid: `"{version}" isn't a version`,
  versionInvalidRemedy: 'Use a version such as 4.18.1.',
  eusCombination: "--eus can't be used with --via or --fewest-risks",
  note: 'Note: {note}',
  configurationImpossible:
    'No configuration can be written for this path because its channels are incomplete.',
  allPaths: 'Best paths ({total}):',
  firstPaths: 'Best paths (the first {shown} of {total}):',
  mirrorTitle: 'Configuration for mirroring:',
  mirrorPart: 'Mirror {releases}:',
  releaseSize: '{version} ({size})',
  extraReleases:
    "With the loaded channels ({channels}), a single configuration can't select only the releases on the path, so these releases are also selected: {releases}. To write one configuration per update, use --per-hop.",
  total: 'Total: {size}, of which {present} is already present:',
  notIncluded: 'not included',
  pictureTitle: 'OpenShift {from} to {to}',
  requestingSizes: 'Querying registries for download sizes',

  // operator
  operator: 'find the upgrade path that OLM follows for an operator\nExit code 2 if no path exists.',
  catalogOption:
    'catalog image (REGISTRY/PATH:TAG), oci://DIR, directory of catalog files, workspace or archive directory; can be repeated to add the catalog of the next OpenShift version',
  packageOption: 'operator package',
  installedOption: 'installed version or bundle name',
  targetOption: 'target version or bundle name (default: head of the channel)',
  lastChannelOption: 'channel in which the path ends',
  subscribedOption: "channel of the cluster's subscription",
  railOption: 'write a diagram of the channels (SVG)',
  packageUnknownRemedy: 'Run `airlock list operators` to see all packages.',
  reason: 'No upgrade path: {reason}.',
  stages:
    'Mirror and update to one version after another, each time with a catalog that ends at that version: {path}.',
  stage: '{number}. {bundle}:',
  targetInstalled: '{package}: the target {bundle} is already installed. No update is needed.',
  path: '{package}: {count, plural, one {# update} other {# updates}} from {from} to {to}.',
  hop: '{number}. {from} -> {to}  (channel {channel} of {catalog}, {by})',
  switchedHop: '{number}. {from} -> {to}  (change the subscription to channel {channel} of {catalog}, {by})',
  smaller:
    'With more channel changes, {count, plural, one {# update is} other {# updates are}} enough: {path}.',
  extraBundles:
    'No smaller version range of the channels {channels} contains the entire path, so these bundles are also selected: {bundles}.',
  unselectable: 'No version range can select {bundles}.',

  // plan
  plan: 'plan an upgrade of OpenShift together with operators\nEach step is checked. Exit code 2 if a check fails.',
  operatorOption:
    'installed operator as NAME=VERSION, or NAME=VERSION@CHANNEL with the channel of its subscription; can be repeated',
  planCatalogOption:
    'catalog for an OpenShift version on the path, with the version as its tag (…:v4.18); can be repeated',
  asNeededOption: 'update operators only where OpenShift requires it',
  workspaceOption: 'workspace in which catalog indexes are cached (default: your cache directory)',
  htmlOption: 'write the plan as a printable HTML page',
  planSvgOption: 'write the plan as a diagram (SVG)',
  operatorWithoutCatalog: '--operator requires --catalog options for the catalogs that contain the operators',
  operatorInvalid: 'Use the form NAME=VERSION or NAME=VERSION@CHANNEL.',
  extraSteps:
    'With the channels {channels}, no smaller selection contains every step of the update path. Also selected: {names}.',
});
