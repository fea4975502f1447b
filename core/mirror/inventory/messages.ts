import { translator } from '../../base/messages/translator.ts';

export const t = translator({
  // inventory files
  inventoryInvalid: "{file} isn't a valid registry inventory: {reason}",
  inventoryNotFile: "it isn't a regular file",
  inventoryTooLarge: 'the file is larger than {limit} bytes',
  inventoryUnsigned: 'no valid signature for {file}: {reason}',
  inventoryKeyMissing: 'the inventory is signed, but no trusted key can verify the signature',
  entryInconsistent: '{entry} contradicts the rest of the file',

  // reading a registry
  registryContent: 'reading {host}',
  recordedEntry: 'Other pushed images',
  unrecordedEntry: 'Images without a push record',

  // restoring a ledger
  inventoryOfOtherEnclave:
    '{file} contains no transfers for enclave {enclave}. It contains transfers for {enclaves}',
  inventoryWithoutTransfers: '{file} contains no content that was pushed for enclave {enclave}',
  enclaveAmbiguous: '{file} contains transfers for several enclaves: {enclaves}',
  enclaveAmbiguousRemedy: 'Specify the enclave with --for.',
  ledgerExists:
    '{directory} already has a ledger for enclave {enclave} with {count, plural, one {# transfer} other {# transfers}}',
  inventoryIsDirectory: '{file} is a directory',
  inventoryIsDirectoryRemedy: 'Specify a file name, such as {file}/inventory.json.',
});
