import { translator } from '../../base/messages/translator.ts';

export const t = translator({
  enclavesAmbiguous: 'Transfers for several enclaves were found on this side: {enclaves}',
  enclavesAmbiguousRemedy: 'Specify the enclave of this side with --for.',
  localFileOmitted: "{path} is a local file on this host, so it isn't included in the request",
  localFileOmittedRemedy:
    'No action is needed. Airlock uses the file on this side when it writes cluster resources.',
  localPath: "{path} is a local path, which isn't available on the other side",
  localPathRemedy: 'Remove the path from a copy of the configuration, and create the request from that copy.',
  requestInvalid: "{file} isn't a valid Airlock request: {reason}",
  requestInvalidRemedy:
    'Create the request on the other side with `airlock media request`, and copy the file without changes.',
  configurationAltered: "the configuration in the request doesn't match its digest",
  requestMixed: '{file} is for enclave {enclave}, but lists {transfer}, which is for enclave {other}',
  requestOpen: 'No transfer has been created for {file} yet',
  requestOpenRemedy:
    'Run `airlock mirror --request {file} file://{directory}` first. If it reports that no transfer was created, there is nothing to export.',
  formatUnreadable:
    'The other side reads format versions up to {reads}, but {tool} writes version {oldest} or later',
  formatUnreadableRemedy:
    'Install {tool} on the other side first, or export with the Airlock version that the other side uses.',

  // content that the configuration doesn't name exactly
  unreportedNewest: 'the newest releases in channel {channel}',
  unreportedRange: 'releases in the selected range of channel {channel}',
  unreportedRelease: 'the release {release}',
  unreportedOperators: 'operators and new versions in {catalog}',
  unreportedCharts: 'images in Helm charts',
});
