import { translator } from '../../base/messages/translator.ts';

/** Texts of the practice journey. */
export const t = translator({
  // steps
  planStep:
    'Query the update service and the upstream registry for the size of the image set. Nothing is copied.',
  mirrorToDiskStep: 'On the connected side: fetch every image once, and create the transfer.',
  verifyStep: 'On either side: read every byte of the transfer, and compare it with its digest.',
  mediaExportStep:
    'On the connected side: write the transfer to a USB drive (a folder here) in volumes, and read each of them back.',
  mediaImportStep:
    'On the disconnected side: import the transfer from the drive, and verify every byte. The drive is only read.',
  diskToMirrorStep:
    'On the disconnected side: push the transfer to the mirror registry, without access to the upstream.',
  clusterResourcesStep:
    'The push also wrote manifests for clusters. The practice world has no cluster. This command would apply them.',
  proofStep: 'Query the mirror registry for every tag, and compare each digest with the upstream.',

  // failures
  stopped: 'stopped on request',
  journeyStopped: 'the practice run was stopped during the step {step}',
  journeyStoppedRemedy: 'Run `airlock practice` again. It starts from the beginning.',
  tagMissing: 'the destination registry has no {image}',
  tagDiffers: '{image} and {source} have different digests',
  imagesFailed: '{failed} of {total} images failed',
  imagesFailedFirst: '{failed} of {total} images failed. The first of them is {source}: {reason}',
  releasesRejected: '{releases}: {reason}',
  release: 'release {tag}',
  deliverableRejected: '{deliverable}: {reason}',
  transferMissing: 'the mirror to disk added no transfer to {workspace}',
  transferDamaged: 'the transfer is damaged: {damage}',
  sourceChanged: 'the push changed its source {folder}',
  resourcesMissing: 'the push wrote no cluster resources',
  exportIncomplete: "{transfer} wasn't written to {folder} completely",
  importIncomplete: "{folder} doesn't contain the complete transfer",
  mediumChanged: 'the import changed its source {folder}',

  // commands to try
  planCommand: 'list the content to mirror, and its size',
  mirrorCommand: 'mirror to disk',
  verifyCommand: 'compare every byte with its digest',
  exportCommand: 'write the transfer to a USB drive (a folder here)',
  importCommand: 'import it on the disconnected side',
  pushCommand: 'push it from disk to the mirror registry',
  serveCommand: 'serve the mirrored content as a registry',
});
