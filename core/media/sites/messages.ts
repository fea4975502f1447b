import { translator } from '../../base/messages/translator.ts';

export const t = translator({
  reportInvalid: "{file} isn't a valid site report: {reason}",
  reportInvalidRemedy:
    'Copy the file again, or create the report again with `airlock transfers code --report`.',
  reportAltered: "its digest doesn't match its content",
  reportNotFile: 'not a regular file',
  reportTooLarge: 'larger than {limit, number} bytes',
  reportTooManySites: 'more than {sites, number} sites or {depth, number} levels',
  reportCodeForeign: '{file} has an acknowledgment code for {transfer} that belongs to another transfer',
  reportForeign: '{file} acknowledges no transfer from {directory}',
  reportForeignRemedy: 'Record the report in the workspace that created the transfers.',
  reportMixed: '{file} is for enclave {enclave}, but acknowledges {transfer} of enclave {other}',
  reportOlder: '{file} was created {created}, before the last report from {enclave} ({recorded})',
  reportOlderRemedy: 'Record the latest report of the site.',
  setsEmpty: '{directory} has no transfers to acknowledge',
  enclavesAmbiguous: '{directory} has transfers of several enclaves: {enclaves}',
  enclavesAmbiguousRemedy: 'Create one report for each directory with the transfers of one enclave.',
  nextUnknown:
    "{directory} isn't the workspace of a downstream site: its transfers weren't created from received content",
  nextUnknownRemedy: 'Specify a workspace that `airlock mirror -c FILE --from` writes to.',
});
