import { translator } from '../../base/messages/translator.ts';

export const t = translator({
  codeVolumeUnknown:
    "the acknowledgment code lists volume {volume}, but the export of {transfer} doesn't contain this volume",
  codeTransferUnknown: '{directory} has no transfer that matches the acknowledgment code ("{words}")',
  codeTransferUnknownRemedy: 'Run `airlock transfers list` to check that the code is for this workspace.',
  codeFileUnknown:
    'the acknowledgment code lists volume {volume}, but {transfer} has only {most, plural, one {# volume} other {# volumes}}',
  transferUnsent: '{transfer} was never sent from {directory}',
  transferUnsentRemedy: 'Run `airlock transfers list` to see all transfers.',
  volumeUnknown:
    "volume {volume} doesn't exist: {transfer} has only {most, plural, one {# volume} other {# volumes}}",
  volumeUnknownRemedy:
    'Run `airlock transfers show` to see the volumes of the transfer. Without --volumes, the entire transfer is marked as lost.',
  exportVolumeUnknown: 'the export of {transfer} has no volume {volume}',
  exportVolumeUnknownRemedy:
    'Run `airlock media status` to see the {count, plural, one {# volume} other {# volumes}} of the export. To specify archive set files instead of volumes, add --of set.',
  setRemoved: '{transfer} was removed from the workspace, so the content of its volumes is unknown',
  setRemovedRemedy:
    'Mark the archive set files in these volumes as lost: `airlock transfers lost {transfer} --of set --volumes {files}`.',
  codeOtherTransfer: "the acknowledgment code isn't for {transfer}, but for a different transfer",
  neverExported: '{transfer} was never exported from {directory}',
  neverExportedRemedy: 'Run `airlock media export --transfer {transfer} --to DRIVE` first.',
  indexMissing: "{path} doesn't contain a transfer with an index.json file",
  indexMissingRemedy: 'Copy index.json, which lists the content, from the source of the transfer.',
  credentialsExpiring: 'credentials for {registry}',
  certificateExpiring: 'certificate "{subject}" for {host}',
  signingKeyExpiring: 'key "{name}" that signs exports',
  trustedKeyExpiring: 'trusted key "{name}"',
  graphExpiring: 'update graph {name}, downloaded on {date}',
  reachedByCode: 'according to its acknowledgment code',
  indexRemoved: 'index.json in {directory} was removed while it was being read',
});
