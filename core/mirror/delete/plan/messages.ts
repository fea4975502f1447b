import { translator } from '../../../base/messages/translator.ts';

/** Texts of plans of deletions: parts, reasons to retain an image, and problems. */
export const t = translator({
  // parts
  noChannelLabel: 'no channel',
  attachmentsLabel: 'signatures and other attachments',
  bundleInChannel: '{bundle} in channel {channel} in {catalog}',
  bundle: '{bundle} in {catalog}',

  // reasons to retain an image
  manifestShared: 'manifest {digest} is also used by {image}, which is retained',
  requestedBy: '{part} is selected by {configurations}',
  catalogInUse: '{part} is still in the catalog ({configuration})',
  needed: '{part} needs the image ({configuration})',
  noPartDeletable: 'none of the content that uses the image can be deleted',
  catalogUnknown: 'no configuration in the workspace shows which other operators the catalog contains',
  tagMoved: 'the tag now points to {found}, but the workspace mirrored {expected}',
  protectedBy: 'protected by {place}',
  clusterRuns: '{cluster} runs {version}',
  clusterUpdating: '{cluster} is being updated to {version}',
  clusterTarget: '{cluster} can be updated to {version}, the newest mirrored release',
  clusterStep: '{cluster} needs {version} for the update to {target}',
  clusterPayload: '{cluster} runs this payload or is being updated to it',
  bundleInstalled: '{bundle} is installed on {cluster}',
  bundlesInstalled: '{count, plural, one {# operator is} other {# operators are}} installed on {cluster}',

  // problems
  tagChanged: '{image} is retained because it now points to {found} instead of {expected}',
  stillNeeded: "{part} won't be deleted because {other} is retained",
  imagesUnknown:
    'the workspace no longer shows which images belong to {deliverable} in {configuration}, so {count, plural, one {the image that was mirrored for {deliverable} is} other {all # images that were mirrored for {deliverable} are}} retained',
  catalogDigestMissing: "the workspace doesn't contain the digest of {catalog}",
  catalogDigestMissingRemedy:
    'Use the workspace that mirrored the catalog. Its pinned configurations contain the digest.',
  contentMissing: "{location} doesn't contain {digest}",
  imageMissing: "{location} doesn't contain {image}",
  repositoriesNotListed:
    "{host} doesn't list all of its repositories, so layers that are also used in unlisted repositories are counted as freed",
  repositoriesNotListedRemedy: 'To get the exact size, allow the account to list all repositories.',
  protectUnreadable: '--protect {file}: {reason}',
  protectInvalid: "{place}: {line} isn't an image name",
  protectInvalidRemedy:
    'Use repository:tag, repository@sha256:DIGEST, a repository, or sha256:DIGEST. The wildcard * matches any text.',
  protectElsewhere: '{place}: {line} is an image on {other}, but this deletion applies only to {host}',
  protectElsewhereRemedy: 'Use the image name in the registry that you are deleting images from.',
  listMissing: "{file} doesn't exist",
  listUnreadable: "{file} can't be read",
  listInvalid: "{file} isn't a valid list of images to delete: {reason}",
  listInvalidRemedy: 'Use the delete-images.yaml file that `airlock delete --generate` wrote.',
  listTooLarge: 'the file is {size} bytes, which exceeds the limit of {limit} bytes',
  lineInvalid: 'line {line}: {problem}',
  documentsFound: 'expected one YAML document, but found {count}',
  deletionRejected: '{host} rejected the deletion of images (HTTP status {status})',
  deletionRejectedBecause: '{host} rejected the deletion of images (HTTP status {status}): {reason}',
  tagNotDeleted: "tag {image} can't be deleted: HTTP status {status}",
  tagNotDeletedBecause: "tag {image} can't be deleted: HTTP status {status} ({reason})",

  // garbage collection of each product
  distributionGarbage:
    'Distribution (registry:2): stop pushes (or set storage.maintenance.readonly), run `registry garbage-collect /etc/docker/registry/config.yml`, then restart the registry.',
  quayGarbage:
    "Quay: garbage collection is automatic (FEATURE_GARBAGE_COLLECTION). It begins after the organization's Time Machine period.",
  harborGarbage:
    'Harbor: open Administration > Clean Up > Garbage Collection. Select "Delete Untagged Artifacts", then "GC Now".',
  nexusGarbage:
    'Nexus: run the Docker task "Delete unused manifests and images", then the Admin task "Compact blob store".',
  zotGarbage:
    'zot: garbage collection is automatic (storage.gc). It removes deleted content at least storage.gcDelay after the push.',
  artifactoryGarbage:
    'Artifactory: open Administration > Artifactory > Advanced > Maintenance. Run "Garbage Collection", then "Prune Unreferenced Data".',
});
