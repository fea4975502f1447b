import { translator } from '../../../core/base/messages/translator.ts';

/** Texts of `registry`. */
export const t = translator({
  registry: 'list, compare and serve the content of registries',
  registryServe: 'serve a workspace, transfer or archive directory',
  registryListenOption: 'address to listen on',
  tlsCertOption: 'certificate (PEM), required for addresses other than loopback',
  tlsKeyOption: 'private key for the certificate (PEM)',
  htpasswdOption: 'file with users who can pull (bcrypt lines from htpasswd -B)',
  writeResourcesOption: 'directory for IDMS and ITMS manifests that point to this registry',
  serving: 'Serving {location} at {url} (read-only). Press Ctrl-C to stop.',
  servedResources: 'Manifests that point to this registry: {directory}',

  // registry inventory
  inventory:
    'list the content of a registry\nLists releases, operators and images, and compares them with the push records of this host. Contacts only the registry.',
  inventoryOutputOption: 'file for the inventory, which `transfers rebuild` and `registry compare` read',
  inventoryWorkspaceOption: 'workspace of mirror-to-mirror runs, or directory with received transfers',
  inventoryStateOption: 'directory with the push records (default: your state folder)',
  retryDelayOption: 'wait before a retry, such as 5s (0: increases with each retry)',
  notARegistry: 'the registry must be docker://HOST[/PATH], not "{destination}"',
  allOption: 'also list channels, bundles and repositories',
  readingProgress: 'Read {done} of {total} tags and manifests',
  contentColumn: 'CONTENT',
  imagesColumn: 'IMAGES',
  sizeColumn: 'SIZE',
  sharedColumn: 'SHARED',
  pushedColumn: 'PUSHED',
  neededByColumn: 'NEEDED BY',
  signaturesColumn: 'SIGNATURES',
  driftColumn: 'DRIFT',
  kind: '{kind, select, release {release} graph {graph} catalog {catalog} package {operator} channel {channel} bundle {bundle} image {image} chart {chart} repository {repository} other {}}',
  verdictCount: '{count} {verdict}',
  driftCount:
    '{drift, select, missing {{count} missing} changed {{count} changed} damaged {{count} damaged} other {{count} without a push record}}',
  total:
    '{images, plural, one {# image} other {# images}}, {size} in {blobs, plural, one {# blob} other {# blobs}}',
  noContent: '{registry} has no content, and no push to it is recorded.',
  noDrift: 'No drift: the registry serves everything that was pushed.',
  drift: 'Drift:',
  driftMissing: '  missing   {image} (pushed as {expected})',
  driftChanged: '  changed   {image}: {digest} (pushed as {expected})',
  driftDamaged: '  damaged   {image}: the registry does not deliver {digest}',
  driftUnrecorded: '  no record {image} ({digest})',
  more: '  … and {count} more. To list all, use --json.',
  notListed: "The registry doesn't list its repositories, so images without a push record are unknown.",
  written: 'Wrote {files}',
  signed: 'Signed by {signer}.',
  signWithoutOutput: '--sign, --sign-command and --passphrase-file require -o',

  // registry compare
  compare:
    'compare a registry with records, a registry or clusters\nTwo arguments are compared with each other, each of them a registry or an inventory file. The exit code is 2 if something differs or is missing.',
  compareVerifyKeyOption:
    "public key file or command that must verify the signatures of inventory files (placeholders: '{inventory}', '{signature}')",
  clusterOption: 'file of `cluster inspect`; can be repeated',
  kubeconfigOption: 'kubeconfig of a cluster that uses the registry',
  contextOption: 'kubeconfig context (default: current-context)',
  compareConflict: 'compare with another registry or with clusters, not with both',
  place: '{host}{path} at {time}',
  same: '{count, plural, one {# image is} other {# images are}} the same.',
  onlyFirst: '{count, plural, one {# image is} other {# images are}} only in {place}:',
  onlySecond: '{count, plural, one {# image is} other {# images are}} only in {place}:',
  changed: '{count, plural, one {# image has} other {# images have}} different digests:',
  changedImage: '  {image}: {first} → {second}',
  listedImage: '  {image}',
  clusterMissing: 'The registry is missing content that clusters run:',
  clusterGap: '  {cluster}: {kind} {name}{images, plural, =0 {} other {: {names}}}',
  clusterComplete: 'The registry serves everything that the clusters run.',
  clusterUnused: 'Content that no cluster uses ({size} that nothing else needs):',
  unusedEntry: '  {kind} {name} ({size})',
  clusterUnread: "{cluster}: {part} can't be read, so the comparison is incomplete: {reason}",
});
