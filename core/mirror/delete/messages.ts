import { translator } from '../../base/messages/translator.ts';

/** Texts of deletions. Those of the plan of a deletion are in `plan`. */
export const t = translator({
  registryContent: 'images of {host}',
  entriesUnknown: "{count, plural, one {# entry} other {# entries}} of {file} can't be resolved",
  nothingDeleted: 'nothing of {deliverable} will be deleted: {reason}',
  catalogStale:
    'catalog {catalog} is retained, but still offers {count, plural, one {# bundle that will be deleted} other {# bundles that will be deleted}}',
  catalogStaleRemedy:
    'Mirror the catalog again without these bundles, so that no cluster tries to install them.',
  recordNotWritten:
    '{error}. If this deletion is stopped, instances of its image indexes remain in the registry',
  attachmentProblem: '{images}: {problem}',
  restoredImageNotServed: "{image} was restored, but the registry can't serve it: {damage}",
  imageDeletedWithTag:
    "{host} deleted {image} together with tag {tag}. Airlock restored it and won't delete any more single tags",
  remainingMissing: "{image} should have been retained, but doesn't exist",
  remainingBlobMissing: "{image} can't be pulled: blob {digest} is missing in {repository}",
  remainingManifestMissing: "{image} can't be pulled: manifest {digest} is missing in {repository}",

  // how to restore deleted images
  restoreFromWorkspace:
    '`airlock mirror --from file://{workspace} {destination}` restores the images from the workspace, which contains all of their content.',
  restoreFromRun: 'Run {run} of {folder} pushed the images. `airlock {arguments}` pushes them again.',
  restoreFromTransfer: 'Create a new transfer with the images, using --resend, and push it to the registry.',
});
