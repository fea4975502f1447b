import { translator } from '../../../base/messages/translator.ts';

/** Texts of applies and deletions as the app starts them. */
export const t = translator({
  updateService: 'cluster update service',
  notHandoff: "{path} isn't a handoff sheet",
  applyRunning: 'another apply or rollback operation is already running',
  applyRunningRemedy: 'Wait for the running operation to finish, or stop it.',
  objectRemoved: '{directory} no longer contains {object}',
  objectRemovedRemedy: 'Compare with the cluster again.',
  notSet: 'not set',
  hostMissing: "the host set doesn't contain one of the hosts",
  policiesMissing: 'nothing changes on the selected hosts',
  policiesRejected: "the changes aren't allowed on running nodes",
  policiesRejectedRemedy: 'Change the settings, then preview the plan again.',
  planRejected: '{title} is rejected',

  // deletions
  sessionExpired: 'the loaded registry content has expired',
  sessionExpiredRemedy: 'Read the registry again. Its content may have changed.',
  manifestShared: '{image} needs the same manifest',
  confirmedOther:
    '{confirmed, plural, one {# image in {registry} was} other {# images in {registry} were}} confirmed, but {file} lists {listed, plural, one {# image} other {# images}} in {host}',
  confirmedOtherRemedy: 'Review the preview again, then confirm the deletion.',
  notResumable: "run {run} isn't a deletion that can be resumed",
  notResumableRemedy: 'Select the images to delete again. Images that were already deleted are skipped.',
  listReplaced: '{file} was replaced after run {run} started',
  listReplacedRemedy: 'Read the registry again, then confirm the images to delete.',
});
