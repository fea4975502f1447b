import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of Doctor. */
export const t = translator({
  openTitle: 'Check for problems that would stop a run',
  checkingTitle: 'Checking: {progress}',
  checkingStatus: 'Running checks',
  checkFailedTitle: "The checks couldn't be run",
  emptyTitle: 'No checks have been run yet',
  emptyText:
    "Doctor checks host names, routes, proxies, certificates, clocks, credentials, directories and disks. It doesn't mirror any content. Test content that is pushed to a destination is deleted afterward.",
  formerReportNote: 'The results below are from the previous checks.',
  capabilitiesTitle: 'Capabilities of {registry}',
  checkedText: 'Checked <timeAgo></timeAgo>. To run the same checks in a terminal:',
  copyCommandButton: 'Copy command',

  // What to check
  formTitle: 'What to check',
  formNote: 'If all fields are empty, only this host is checked.',
  configurationLabel: 'Configuration',
  configurationHelp: 'Doctor checks every host that the configuration needs.',
  workspaceLabel: 'Workspace',
  workspaceHelp: 'Doctor writes 64 MiB to the workspace to measure the disk speed.',
  destinationLabel: 'Destination registry',
  destinationHelp: 'Doctor pushes test content to a scratch repository and then deletes it.',
  checkButton: 'Run checks',
  checkAgainButton: 'Run checks again',
  cancelButton: 'Cancel checks',
  sourceTlsLabel: 'Verify source certificates',
  destinationTlsLabel: 'Verify the destination certificate',

  // Findings
  findingsNote: '{count, plural, one {# finding} other {# findings}}',
  passedTitle: 'Passed checks',
  passedNote: '{count, plural, one {# check} other {# checks}}',
  passedLabel: 'Passed checks',
  checkColumn: 'Check',
  subjectColumn: 'Subject',
  resultColumn: 'Result',

  // Hosts
  hostsTitle: 'Hosts to allow in the firewall',
  hostsNote: '{count, plural, one {# host} other {# hosts}}',
  copyCsvButton: 'Copy as CSV',
  saveCsvButton: 'Save as CSV',
  csvFileLabel: 'Save as',
  saveHostsButton: 'Save hosts',
  saveHostsFailedTitle: "The list of hosts couldn't be saved",
  hostsSavedTitle: 'Saved {file}',
  hostColumn: 'Host',
  portColumn: 'Port',
  protocolColumn: 'Protocol',
  reachedColumn: 'Reached',
  reasonColumn: 'Needed for',
  reached: 'Yes',
  notReached: 'Not yet',
  proxiedReason: '{reasons} (through {proxy})',
  networkNote:
    'Content from quay.io and Red Hat registries is served by a content delivery network whose hosts change. Allow all hosts in the list.',
  proxyNote:
    'If a host is reached through a proxy, allow connections from this host to the proxy, and from the proxy to the listed host.',
});
