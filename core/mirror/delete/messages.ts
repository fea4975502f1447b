import { translator } from '../../base/messages/translator.ts';

/** Texts of deletions. Those of the plan of a deletion are in `plan`. */
export const t = translator({
  registryContent: 'images on {host}',
  entriesUnknown: "{count, plural, one {# entry} other {# entries}} in {file} can't be resolved",
  nothingDeleted: 'nothing will be deleted for {deliverable}: {reason}',
  catalogStale:
    'catalog {catalog} is retained, but still offers {count, plural, one {# bundle that will be deleted} other {# bundles that will be deleted}}',
  catalogStaleRemedy:
    'Mirror the catalog again without the deleted bundles. Otherwise clusters may try to install them.',
  recordNotWritten:
    '{error}. If the deletion stops early, the images in deleted image indexes remain in the registry.',
  attachmentProblem: '{images}: {problem}',
  tagRetained:
    '{image} was deleted by its digest, but its tag still returns the image, and the registry rejects the deletion of tags',
  tagRetainedRemedy: "Delete the tag with the registry's own tools.",
  restoredImageNotServed: "{image} was restored, but the registry can't serve it: {damage}",
  imageDeletedWithTag:
    '{host} deleted {image} together with tag {tag}. Airlock restored the image and stopped deleting individual tags.',
  remainingMissing: '{image} should have been retained, but no longer exists',
  remainingBlobMissing: "{image} can't be pulled: {repository} is missing blob {digest}",
  remainingManifestMissing: "{image} can't be pulled: {repository} is missing manifest {digest}",

  // how to restore deleted images
  restoreFromWorkspace:
    'To restore the images, run `airlock mirror --from file://{workspace} {destination}`. The workspace contains all of their content.',
  restoreFromRun:
    'The images were pushed by run {run} in {folder}. To push them again, run `airlock {arguments}`.',
  restoreFromTransfer:
    'Create a new transfer that contains the images (use --resend), and push it to the registry.',
});
