import { translator } from '../../base/messages/translator.ts';

export const t = translator({
  enclavesAmbiguous: 'This side has transfers of several enclaves: {enclaves}',
  enclavesAmbiguousRemedy: 'Give the enclave of this side with --for.',
  localFileOmitted: "{path} is a file of this host, so it isn't included in the request",
  localFileOmittedRemedy:
    'No action is needed. The file is used on this side when cluster resources are written.',
  localPath: "{path} is a path on this host, which doesn't exist on the other side",
  localPathRemedy: 'Remove it from a copy of the configuration, and create the request from the copy.',
  requestInvalid: "{file} isn't a request of Airlock: {reason}",
  requestInvalidRemedy:
    'Create it on the other side with `airlock media request`, and copy it without changes.',
  configurationAltered: "the configuration in it doesn't match its digest",
  requestMixed: '{file} is for enclave {enclave}, but it lists {transfer} of enclave {other}',
  requestOpen: 'No transfer has been created for {file} yet',
  requestOpenRemedy: 'Run `airlock mirror --request {file} file://{directory}` first.',
  formatUnreadable: 'The other side reads format {reads}, but {tool} writes format {oldest} or later',
  formatUnreadableRemedy:
    'Install {tool} on the other side first, or export with the version that is used there.',
});
