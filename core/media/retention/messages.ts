import { translator } from '../../base/messages/translator.ts';

export const t = translator({
  recordNewest: 'the next record will refer to this record',
  recordSetPresent: '{transfer} is still in this workspace',
  recordLastOfKind: 'this is the latest record for its workflow and destination',
  recordsAltered: 'the audit records in this workspace were altered, so no records are removed',
  recordUnderWay: "the run hasn't ended, or its record can't be read",
  recordUnexported: "the record hasn't been exported with `runs export` yet",
  recordChanged: 'the record has changed since it was exported, so export it again',
  setRemoved: 'the archive set was removed by `workspace prune`',
  setProtected: 'the archive set is protected',
  setUnacknowledged: "enclave {enclave} hasn't acknowledged the transfer",
  blobsMissing:
    'enclave {enclave} is missing {count, plural, one {# blob} other {# blobs}} of this archive set',
  blobsUnacknowledged:
    "enclave {enclave} hasn't acknowledged {count, plural, one {# blob} other {# blobs}} of this archive set",
  neededElsewhere:
    'this archive set contains {count, plural, one {# blob} other {# blobs}} that {enclave} is missing',
  setsOfWorkspace: 'the archive sets in this workspace',
  unrecorded: 'not in any audit record',
});
