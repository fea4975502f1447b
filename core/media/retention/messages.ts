import { translator } from '../../base/messages/translator.ts';

export const t = translator({
  recordNewest: 'the next record refers to it',
  recordSetPresent: '{transfer} is still in this workspace',
  recordLastOfKind: 'it is the latest record of its workflow and destination',
  recordsAltered: 'the audit records of this workspace were altered, so none of them is removed',
  recordUnderWay: "it has not ended, or can't be read",
  recordUnexported: "`runs export` hasn't exported it yet",
  recordChanged: 'it changed after its export, so export it again',
  setRemoved: '`workspace prune` removed its set',
  setProtected: 'it is protected',
  setUnacknowledged: '{enclave} has not acknowledged it',
  blobsMissing: '{enclave} is missing {count, plural, one {# of its blobs} other {# of its blobs}}',
  blobsUnacknowledged:
    '{enclave} has not acknowledged {count, plural, one {# of its blobs} other {# of its blobs}}',
  neededElsewhere: 'it contains {count, plural, one {# blob} other {# blobs}} that {enclave} is missing',
  setsOfWorkspace: 'the sets of this workspace',
  unrecorded: 'not in any audit record',
});
