import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of Practice. */
export const t = translator({
  topic: 'Practice',
  subtitle: 'no data leaves this host',
  loadingTitle: 'Practice',
  offTitle: 'Practice the complete workflow on this host',
  stoppedTitle: 'Practice is stopped. Start it again to continue.',
  startingTitle: 'Starting practice',
  stoppingTitle: 'Removing practice data',
  stepTitle: 'Step {number} of {total}: {step}',
  finishedTitle: 'Practice complete: {registry} contains all images',
  startButton: 'Start practice',
  restartButton: 'Start practice again',
  removeButton: 'Remove practice environment',
  removeTip: 'Stops the practice registries and removes all practice data',
  homeButton: 'Go to Home',
  loadFailedTitle: "The practice environment couldn't be loaded",
  startFailedTitle: "Practice couldn't be started",
  removeFailedTitle: "The practice environment couldn't be removed",

  introductionLabel: 'About practice',
  introductionText:
    'On 127.0.0.1, practice starts an update service, an empty mirror registry and a registry with a few small signed releases. You then plan, fetch, verify and push with the real screens. Practice takes a few minutes and about 60 MiB of disk space. Removing the practice environment deletes all of its data.',
  creatingReleases: 'Creating and signing the practice releases',

  finishedCardTitle: 'Your mirror',
  finishedText:
    'You planned, fetched and verified a transfer and pushed {images, plural, one {# image} other {# images}} ({size} sent) from {upstream} to {registry}.',
  finishedPlainText: 'You planned, fetched, verified and pushed a transfer from {upstream} to {registry}.',
  nextText:
    'With your own registries, the steps are the same. Create a workspace on Home, select content in a configuration, then fetch, carry and push it.',

  // Steps
  stepsLabel: 'Practice steps',
  doneStep: '{title}<state>, done</state>',
  nextStep: '{title}<state>, next</state>',
  laterStep: '{title}<state>, later</state>',
  workspaceTitle: 'Workspace',
  workspaceText:
    'A workspace is a directory for transfers, configurations and run records. Practice created one, with a configuration that selects small releases and a few images.',
  planTitle: 'Plan',
  planText:
    'A plan queries the update service and the registries. It shows what would be transferred and why, and copies nothing.',
  planHelp: 'The Fetch screen opens with the practice configuration. Select "Create plan" on that screen.',
  planButton: 'Plan on the Fetch screen',
  planAgainButton: 'Plan again',
  fetchTitle: 'Fetch',
  fetchText:
    'A fetch verifies the release signatures and writes a numbered transfer that you can carry on a drive. Airlock verifies every byte as it arrives.',
  fetchHelp: 'Start the fetch on the Fetch screen. You can pause and resume it.',
  fetchButton: 'Fetch a transfer',
  fetchAgainButton: 'Fetch again',
  verifyTitle: 'Verify',
  verifyText:
    'Airlock reads the complete transfer and checks every digest. You would do the same after carrying a drive.',
  verifyButton: 'Verify the transfer',
  verifyAgainButton: 'Verify again',
  pushTitle: 'Push',
  pushText:
    "A push uploads the transfer to the mirror registry. The practice workspace takes the place of the carried drive, so the push doesn't write to the workspace.",
  pushHelp: 'The Push screen opens with the practice registry selected. Start the push on that screen.',
  pushButton: 'Push the transfer',
  pushAgainButton: 'Push again',
  resourcesTitle: 'Cluster resources',
  resourcesText:
    'A cluster needs these manifests to use the mirror: ImageDigestMirrorSet, ImageTagMirrorSet and release signatures. View, copy or save them on the run page of the push. The handoff sheet lists the commands for cluster administrators.',
  resourcesButton: 'View cluster resources',
  verifyProgressLabel: 'Verification progress',
  verifiedSize: '{size} verified',
  intactText: 'The transfer is intact: {blobs, plural, one {# blob} other {# blobs}}, {size}.',
  damagedText: '{blobs, plural, one {# blob is damaged or missing.} other {# blobs are damaged or missing.}}',
  verifyFailedTitle: "The transfer couldn't be verified",

  // Places and commands
  placesTitle: 'Practice setup',
  upstreamLabel: 'Upstream registry',
  upstreamCopyTip: 'Copy upstream registry',
  registryLabel: 'Mirror registry',
  registryCopyTip: 'Copy mirror registry',
  releasesLabel: 'Releases',
  configurationLabel: 'Configuration',
  configurationCopyTip: 'Copy configuration path',
  workspaceLabel: 'Workspace',
  workspaceCopyTip: 'Copy workspace path',
  transferLabel: 'Transfer',
  transferCopyTip: 'Copy transfer path',
  stateLabel: 'State folder',
  stateCopyTip: 'Copy state folder path',
  commandsTitle: 'Commands for these steps',
  commandsCopyTip: 'Copy all commands',
  commandsNote:
    "To try the commands in a terminal, run <command>airlock practice up</command>. It prints the environment variables to export. You don't need these variables for your own registries.",
});
