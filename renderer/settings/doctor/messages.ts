import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of Doctor. */
export const t = translator({
  openTitle: 'Check for problems that stop a run',
  checkingTitle: 'Checking: {progress}',
  checkingStatus: 'Checking',
  checkFailedTitle: "The check couldn't run",
  emptyTitle: 'No check has run yet',
  emptyText:
    'A check covers names, routes, proxies, certificates, clocks, logins, folders and disks. It mirrors no content. Test content that it pushes to a destination is deleted afterwards.',
  formerReportNote: 'The results below are from the previous check.',
  capabilitiesTitle: 'Capabilities of {registry}',
  checkedText: 'Checked <timeAgo></timeAgo>. To run the same check in a terminal:',
  copyCommandButton: 'Copy command',

  // What to check
  formTitle: 'What to check',
  formNote: 'If all fields are empty, only this host is checked.',
  configurationLabel: 'Configuration',
  configurationHelp: 'Doctor checks every host that the configuration needs.',
  workspaceLabel: 'Workspace',
  workspaceHelp: 'Doctor measures the disk of the workspace with 64 MiB.',
  destinationLabel: 'Destination registry',
  destinationHelp: 'Doctor pushes to a scratch repository and deletes the content again.',
  checkButton: 'Run check',
  checkAgainButton: 'Check again',
  cancelButton: 'Cancel check',
  sourceTlsLabel: 'Verify source certificates',
  destinationTlsLabel: "Verify the destination's certificate",

  // Findings
  findingsNote: '{count, plural, one {# finding} other {# findings}}',
  reasonLabel: 'Why it matters',
  remedyLabel: 'What to do',
  evidenceTitle: 'Evidence ({count, number})',
  passedTitle: 'Passed checks',
  passedNote: '{count, plural, one {# check} other {# checks}}',
  passedLabel: 'Passed checks',
  checkColumn: 'Check',
  subjectColumn: 'Subject',
  resultColumn: 'Result',

  // Hosts
  hostsTitle: 'Hosts for a firewall',
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
    "Content of quay.io and of Red Hat's registries comes from changing hosts of a content delivery network. Allow all hosts in the list.",
  proxyNote:
    'If a host is reached through a proxy, this host needs access to the proxy, and the proxy to the host.',
});
