import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of Home. */
export const t = translator({
  topic: 'Home',
  practiceName: 'Practice',
  workspaceNote: 'Workspace',
  workspaceLabel: 'Workspace {workspace}',

  // Home without a workspace
  createTitle: 'Create a workspace to start mirroring',
  receiveTitle: 'Receive transfers, then push them to the mirror registry',
  connectedText:
    "A <workspace>workspace</workspace> is a directory on this host. Fetch downloads releases, operators and images into it as archives. Each <transfer>transfer</transfer> contains only content that the other side doesn't have yet.",
  disconnectedText:
    "Receive reads transfers from drives and reports missing content. Push uploads the content to the mirror registry and writes <resources>cluster resources</resources> for you to apply. The content on the drives isn't changed.",
  bothText:
    'A <workspace>workspace</workspace> is a directory on this host that stores the records of your runs. Mirror copies images directly from one registry to another. Fetch and Push mirror in two steps, with the images stored in archives on disk.',
  journeyLabel: 'Steps from configuration to cluster',
  createButton: 'Create workspace',
  openButton: 'Open workspace or drive',
  practiceTitle: 'New to Airlock?',
  practiceText:
    'Practice runs all steps on this host in a few minutes, with small sample releases. No data leaves this host.',
  practiceLinkLabel: 'Open Practice',

  // Home
  readFailedTitle: "The workspaces couldn't be read",
  refreshFailedTitle: "The workspaces couldn't be refreshed",
  newTransferButton: 'Create transfer',
  disconnectedNote:
    "This side doesn't need internet access. All content comes from received transfers or from the mirror registry.",
  sideLabel: 'Side of the air gap',
  sideTitle: 'Which side of the air gap is this host on?',
  sideText: 'Your answer determines which screens are listed first.',
  sideFailedTitle: "The side of the air gap couldn't be saved",

  // The heading
  runsTitle: '{runs, plural, one {# run} other {# runs}} in progress',
  runTitle: '{run} in progress',
  runProgressTitle: '{run} in progress: {percent}',
  enclaveRunsTitle:
    '{enclaves, plural, one {Run for {enclave} in progress} other {Runs for # enclaves in progress}}',
  unfinished:
    "{enclaves, plural, one {The last run for {enclave} didn't finish} other {The last runs for # enclaves didn't finish}}",
  incomplete:
    '{transfers, plural, one {{transfer} is incomplete: volumes are missing} other {# transfers are incomplete: volumes are missing}}',
  absent:
    "{workspaces, plural, one {Workspace {workspace} isn't available} other {None of the # workspaces are available}}",
  readyToPush:
    '{enclaves, plural, one {A transfer for {enclave} is ready to push} other {Transfers for # enclaves are ready to push}}',
  readyToWrite:
    '{enclaves, plural, one {A transfer for {enclave} is ready to write to media} other {Transfers for # enclaves are ready to write to media}}',
  readyToReceive:
    '{enclaves, plural, one {A transfer for {enclave} was written to drives and is ready to receive} other {Transfers for # enclaves were written to drives and are ready to receive}}',
  unacknowledged:
    "{enclaves, plural, one {A transfer to {enclave} hasn't been acknowledged} other {Transfers to # enclaves haven't been acknowledged}}",
  practiceStepTitle: 'Practice, step {number} of {total}',
  practiceCompleteTitle: 'Practice is complete',
  practiceStoppedTitle: 'Practice is stopped',
  emptyTitle: '{workspace} is empty. Choose what to mirror.',
  noTransfersTitle: 'No transfers in {workspace} yet',
  readyToApply:
    '{enclaves, plural, one {The cluster resources for {enclave} are ready to apply} other {Cluster resources for # enclaves are ready to apply}}',
  readyToCheck:
    '{enclaves, plural, one {The cluster resources for {enclave} are applied} other {Cluster resources for # enclaves are applied}}',
  delivered:
    '{enclaves, plural, one {Everything has been delivered to {enclave}} other {Everything has been delivered to # enclaves}}',
  readyToFetch:
    '{enclaves, plural, one {Ready to fetch a transfer for {enclave}} other {Ready to fetch transfers for # enclaves}}',

  // The state of an enclave
  activity:
    '{workflow, select, mirrorToDisk {Fetching {transfer}} diskToMirror {Pushing {transfer} to {target}} mirrorToMirror {Mirroring to {target}} replay {Repairing {transfer}} rollback {Rolling back tags in {target}} other {Deleting images from {target}}}',
  activityProgress: '{activity}: {percent}',
  activityLastMinute: '{activity}: {percent}, less than a minute left',
  activityEnd: '{activity}: {percent}, finishes {end}',
  unnamedTransfer: 'a transfer',
  unnamedRegistry: 'the mirror registry',
  deliverablesNote: '{complete} of {total, plural, one {# deliverable} other {# deliverables}} complete',
  failedNote: '{images, plural, one {# image} other {# images}} failed',
  transferNote:
    '{images, plural, one {# image} other {# images}} · {size} · {archives, plural, one {# archive} other {# archives}}',
  transferRun:
    '{workflow, select, mirrorToDisk {Fetch} diskToMirror {Push} mirrorToMirror {Mirror run} replay {Replay} rollback {Rollback} other {Deletion}} of {transfer}',
  unnamedRun:
    '{workflow, select, mirrorToDisk {Fetch} diskToMirror {Push} mirrorToMirror {Mirror run} replay {Replay} rollback {Rollback} other {Deletion}}',
  pausedText: '{run} was paused {ago}. No data is transferred twice when you resume.',
  interruptedText: '{run} was interrupted {ago} because its process ended. Finished images are saved.',
  partialImagesText: '{run} ended {ago}. {failed} of {total, plural, one {# image} other {# images}} failed.',
  partialText: '{run} ended {ago} with incomplete content.',
  failedText: '{run} failed {ago}.',
  failedReasonText: '{run} failed {ago}: {reason}.',
  pushedText:
    '{transfer} was pushed to {target}{ago, select, unknown {} other { {ago}}}. Its cluster resources are ready to apply.',
  appliedText:
    'The cluster resources of {transfer} were applied to {cluster}{ago, select, unknown {} other { {ago}}}. Check that the cluster still matches them.',
  placedText:
    'Content was {workflow, select, mirrorToMirror {mirrored} other {pushed}} to {target}{ago, select, unknown {} other { {ago}}}. Its cluster resources are ready to apply.',
  readyToWriteText:
    "{transfer} was fetched{ago, select, unknown {} other { {ago}}}{state, select, partial { with failed images} other {}}. It hasn't been written to media.",
  partlyWrittenText:
    '{volumes} of {of, plural, one {# volume} other {# volumes}} of {transfer} {volumes, plural, one {is} other {are}} on {drives}. Write the rest to drives.',
  readyToReceiveText:
    '{transfer} was written to {drives}{ago, select, unknown {} other { {ago}}}. Receive it on the disconnected side.',
  receivedElsewhereText:
    '{transfer} was written to {drives}{ago, select, unknown {} other { {ago}}} and has been received on this host. Enter its acknowledgment code.',
  driveCount: '{count, plural, =0 {drives} one {# drive} other {# drives}}',
  readyToPushText:
    '{transfer} is {state, select, partial {incomplete. You can push the content that it contains.} other {complete and ready to push.}}',
  noneReceivedText: 'No transfers received yet.',
  fetchedText:
    '{transfer} was fetched{ago, select, unknown {} other { {ago}}}{state, select, partial { with failed images} other {}}.',
  fetchedNothingNewText:
    '{transfer} was fetched{ago, select, unknown {} other { {ago}}}{state, select, partial { with failed images} other {}}. A fetch {checked} found nothing new.',
  nothingNewText: 'A fetch {checked} found nothing new.',
  noneFetchedText: 'Nothing fetched yet.',
  incompleteText: '{transfer} is incomplete. Receive the missing volumes.',
  practiceEmptyText: 'Practice all steps with sample releases.',
  practiceNextText:
    'Next: {step, select, choose {choose sample content} fetch {fetch the sample content} carry {write the transfer to the practice drives} receive {receive the transfer from the practice drives} push {push the transfer to the practice registry} apply {apply the cluster resources} upgrade {mirror an update} other {delete a release that the cluster skips}}.',
  practiceCompleteText: 'All practice steps are done.',
  practiceStoppedText: "The practice registries aren't running.",
  noneReceivedHereText: 'No transfers in this directory yet.',
  emptyText: 'No transfers yet. Choose what to mirror to create the first one.',
  absentText: "{directory} wasn't found. Connect its drive, then check again.",
  unreadableText: "Workspace {workspace} can't be read.",
  destinationText: 'Destination: {target}',
  runningText: 'In progress',
  startedHere: 'Started in this app',
  startedInTerminal: 'Started in a terminal',
  startedInTerminalBy: 'Started in a terminal by {user}',
  stepsLabel: 'Transfer steps',
  progressLabel: 'Progress of {name}',
  resumeFailedTitle: "{name} couldn't be resumed",
  fetchedStep: 'Fetched',
  carriedStep: 'Carried',
  acknowledgedStep: 'Acknowledged',
  receivedStep: 'Received',
  pushedStep: 'Pushed',
  appliedStep: 'Applied',

  // What to do next
  viewRunButton: 'View run',
  viewLastRunButton: 'View last run',
  resumeAction:
    'Resume {workflow, select, mirrorToDisk {fetch} diskToMirror {push} mirrorToMirror {mirror run} replay {replay} rollback {rollback} other {deletion}}',
  retryAction:
    'Retry {workflow, select, mirrorToDisk {fetch} diskToMirror {push} mirrorToMirror {mirror run} replay {replay} rollback {rollback} other {deletion}}',
  applyButton: 'Apply to a cluster',
  compareButton: 'Compare with {cluster}',
  viewResourcesButton: 'View cluster resources',
  fetchButton: 'Fetch first transfer',
  fetchNextButton: 'Fetch next transfer',
  enterCodeButton: 'Enter acknowledgment code',
  carryButton: 'Carry {transfer}',
  pushButton: 'Push {transfer}',
  pushDirectoryButton: 'Push from a directory',
  readyButton: 'Check readiness',
  receiveButton: 'Receive a transfer',
  receiveTransferButton: 'Receive {transfer}',
  receiveMissingButton: 'Receive volumes',
  practiceButton: 'Continue practice',
  chooseButton: 'Choose what to mirror',
  checkButton: 'Check again',

  // The list of workspaces
  workspacesTitle: 'Workspaces',
  createNewButton: 'Create workspace',
  openOtherButton: 'Open workspace or drive',
  nameColumn: 'Name',
  directoryColumn: 'Directory',
  stateColumn: 'State',
  sizeColumn: 'Size',
  freeColumn: 'Free space',
  lastRunColumn: 'Last run',
  actionsColumn: 'Actions',
  readyState: 'Ready',
  emptyState: 'Empty',
  absentState: 'Not found',
  unsupportedState: 'Unsupported format',
  lockedState: 'In use by another process',
  unreadableState: 'Unreadable',
  usageTip: 'Disk usage of {workspace}',
  noRuns: 'No runs',
  checkTip: 'Check again: {workspace}',
  useButton: 'Set as current',
  useTip: 'Set as current: {workspace}',
  currentState: 'Current',
  forgetButton: 'Remove from list',
  forgetTip: 'Remove from list: {workspace}',
  forgetHelp: 'Removes the workspace from this list. Its files stay on disk.',
  openFailedTitle: "The workspace couldn't be opened",
  forgetFailedTitle: "The workspace couldn't be removed from the list",

  // What expires
  expiringTitle: 'Expired or expiring soon',
  nothingExpiresText: 'No credentials, certificates or keys expire within 30 days.',
  outdatedNote: 'May be out of date',
  expiredNote: 'Expired {ago}',
  expiresNote: 'Expires {when}',

  // What to look at every day
  overviewFailedTitle: "The workspace state couldn't be read",
  diskTitle: 'Disk',
  diskBarLabel: 'Used space',
  storageLink: 'Storage',
  freeText: '{free} free of {total}',
  fullText: 'Full in about {time} at the current growth rate',
  nextFitsText: 'The next transfer (about {size}) fits',
  nextDoesNotFitText: "The next transfer (about {size}) doesn't fit",
  noForecastText: 'A forecast requires at least two transfers.',
  days: '{count, plural, one {# day} other {# days}}',
  weeks: '{count, plural, one {# week} other {# weeks}}',
  months: '{count, plural, one {# month} other {# months}}',
  tonightTitle: 'Next 24 hours',
  schedulesLink: 'Schedules',
  noStartsText: 'No schedule starts in the next 24 hours.',
  untilTime: 'until {time}',
  aboutSize: 'About {size}',
  fitsText: 'About {size}, fits in the window',
  fitsNotText: "About {size}, doesn't fit in the window",
  waitingTitle: 'Waiting for your input',
  nothingWaitsText: 'Nothing is waiting for your input.',
  moreText: '{count, plural, one {# more} other {# more}}',
  releasesTitle: 'Releases in selected channels',
  checkNowButton: 'Check now',
  checkFailedTitle: "The update service couldn't be queried",
  noChannelsText: 'No channels have been mirrored from this workspace.',
  neverChecked: 'Not checked',
  checkedNote: 'Checked {ago}',
  channelUnknown: 'No saved data for this channel',
  channelLatest: 'Latest version: {latest}',
  channelCurrent: '{mirrored} is the latest version',
  channelNewer:
    '{count, plural, one {{latest} is newer} other {# versions are newer}} than {mirrored}{count, plural, one {} other {. Latest version: {latest}}}',
  drivesTitle: 'Drives in transit',
  noDrivesText: 'No drive contains an unacknowledged transfer.',
  driveVolumes: '{transfer}, {count, plural, one {volume} other {volumes}} {volumes}',
});
