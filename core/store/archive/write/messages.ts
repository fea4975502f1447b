import { translator } from '../../../base/messages/translator.ts';

/** Texts about writing archive sets. */
export const t = translator({
  digestDiffers: "The content received for {digest} doesn't match this digest",
  sizeDiffers: "The content received for {digest} doesn't have the expected size",
  bytesOrMore: '{bytes, number} bytes or more',
  sizesConflict: '{digest} was reserved with two different sizes',
  closedDuringWrite: 'The archive set was closed before all of {digest} was written',
  closedDuringHash: 'The archive set was closed before the SHA-256 of {path} was computed',
  hashWorker: 'The hash worker for {path}',
  writtenAfterClose: "{digest} can't be written after it was closed",
  notWritable:
    "{digest} can't be written: {state, select, open {it is already being written} done {it is already complete} other {it has no reserved space}}",
  stillOpen: '{digest} is still being written',
  spaceMissing: '{directory} needs {needed} of disk space, but only {free} is available',
  headerDamaged: '{path} is damaged: invalid header for {name} at byte {offset}',
  headerDamagedRemedy: 'Check the disk, then rerun the command to replace the damaged content.',
  contentDamaged:
    '{count, plural, one {# blob that an earlier run saved in {directory} is} other {# blobs that an earlier run saved in {directory} are}} damaged and will be downloaded again',
  contentDamagedRemedy: 'Check the disk for errors, unless the host lost power.',
});
