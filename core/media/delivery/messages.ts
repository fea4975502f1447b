import { translator } from '../../base/messages/translator.ts';

export const t = translator({
  codeVolumeUnknown: 'The code lists volume {volume}, but the export of {transfer} has no such volume',
  codeTransferUnknown: '{directory} has no transfer that matches the code ("{words}")',
  codeTransferUnknownRemedy: 'Check with `airlock transfers list` that the code is for this workspace.',
  codeFileUnknown:
    'The code lists volume {volume}, but {transfer} has only {most, plural, one {# volume} other {# volumes}}',
  transferUnsent: '{directory} has sent no transfer {transfer}',
  transferUnsentRemedy: 'Run `airlock transfers list` to see all transfers.',
  volumeUnknown: '{transfer} has no volume {volume}, only {most, plural, one {# volume} other {# volumes}}',
  volumeUnknownRemedy:
    'Run `airlock transfers show` to see its volumes. Without --volumes, the entire transfer counts as lost.',
  exportVolumeUnknown: 'The export of {transfer} has no volume {volume}',
  exportVolumeUnknownRemedy:
    'Run `airlock media status` to see its {count, plural, one {# volume} other {# volumes}}. To give files of the set instead, add --of set.',
  setRemoved: '{transfer} was removed from the workspace, so the content of its volumes is unknown',
  setRemovedRemedy:
    'Record the files of the set that the volumes were part of: `airlock transfers lost {transfer} --of set --volumes {files}`.',
  codeOtherTransfer: 'The code is for another transfer than {transfer}',
  neverExported: '{transfer} was never exported from {directory}',
  neverExportedRemedy: 'Run `airlock media export --transfer {transfer} --to FOLDER` first.',
  indexMissing: '{path} contains no transfer with an index.json',
  indexMissingRemedy: 'Copy index.json from the source of the transfer. It lists the content.',
  loginExpiring: 'login to {registry}',
  certificateExpiring: 'certificate "{subject}" for {host}',
  graphExpiring: 'update graph {name}, downloaded on {date}',
});
