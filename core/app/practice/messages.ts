import { translator } from '../../base/messages/translator.ts';

/** Texts of the practice journey. */
export const t = translator({
  // steps
  planStep:
    'Query the update service and the upstream registry for the image set size. No content is copied.',
  mirrorToDiskStep: 'On the connected side: fetch each image once and create the transfer.',
  verifyStep: 'On either side: read the complete transfer and verify the digest of each blob.',
  mediaExportStep:
    'On the connected side: write the transfer to two simulated drives, then read back each volume. Airlock then damages the second drive for this exercise.',
  mediaImportStep:
    'On the disconnected side: import the transfer from the drives and verify every byte. The damaged volume is written again, and its missing bytes are imported.',
  diskToMirrorStep:
    'On the disconnected side: push the transfer to the mirror registry, without access to the upstream registry.',
  clusterResourcesStep: 'The push also created manifests for clusters.',
  applyStep: 'Apply the manifests to a simulated cluster, and wait until its nodes have restarted.',
  upgradeStep:
    'Find the upgrade path, mirror the update in a second transfer with only the new content, and push it.',
  deleteStep:
    "Delete a release that the simulated cluster doesn't run from the mirror registry. Content of other releases is retained.",
  proofStep: 'Query the mirror registry for every tag, and compare each digest with the upstream registry.',

  // failures
  stopped: 'the practice run was stopped on request',
  journeyStopped: 'the practice run was stopped during the step {step}',
  journeyStoppedRemedy: 'Run `airlock practice` again. The practice run starts from the beginning.',
  tagMissing: "the destination registry doesn't contain {image}",
  tagDiffers: '{image} and {source} have different digests',
  imagesFailed: '{failed} of {total} images failed',
  imagesFailedFirst: '{failed} of {total} images failed. The first failed image is {source}: {reason}',
  releasesRejected: '{releases}: {reason}',
  release: 'release {tag}',
  deliverableRejected: '{deliverable}: {reason}',
  transferMissing: "the mirror-to-disk step didn't add a transfer to {workspace}",
  transferDamaged: 'the transfer is damaged: {damage}',
  sourceChanged: 'the push changed its source directory {folder}',
  resourcesMissing: "the push didn't write any cluster resources",
  exportIncomplete: "{transfer} wasn't completely written to {folder}",
  importIncomplete: "{folder} doesn't contain the complete transfer",
  driveEmpty: 'drive {drive} contains no volume',
  damageMissing: 'the import did not find the damage on {drive}',
  applyIncomplete: "the cluster didn't accept all manifests",
  pathMissing: 'no upgrade path leads from {from} to {to}',
  deleteEmpty: "the registry doesn't contain release {version}",
  deleteFailed: '{failed, plural, one {# image} other {# images}} could not be deleted',
  driveChanged: 'the import changed its source directory {folder}',

  // commands to try
  planCommand: 'list the content to mirror and its size',
  mirrorCommand: 'mirror the content to disk',
  verifyCommand: 'verify the digests of all content',
  exportCommand: 'write the transfer to two directories, in place of drives',
  importCommand: 'import the transfer on the disconnected side',
  pushCommand: 'push the transfer from disk to the mirror registry',
  serveCommand: 'serve the mirrored content as a registry',
});
