import { translator } from '../../base/messages/translator.ts';

export const t = translator({
  imagesUnplaced:
    "{count, plural, =0 {The specified drives don't have enough space for signatures and other attached artifacts} one {The specified drives don't have enough space for # image} other {The specified drives don't have enough space for # images}}",
  spaceMissing: 'The specified drives are {bytes} bytes too small for {transfer}',
  moreDrivesRemedy:
    'Specify more drives with --to, or export without --format. Airlock then prompts for the next drive.',
  colonsUnsupported: "The file system of {drive} doesn't support colons in names, which --format oc requires",
  colonsUnsupportedRemedy:
    'Use a drive with ext4 or xfs, or export with --format oc-mirror or without --format.',
  archiveForeign: '{path} belongs to a different export, but oc-mirror would also read this file',
  archiveForeignRemedy:
    'Remove {folder}, or export again with the same --volume-size that was used to create its files.',
  fileTooLarge:
    '{name} requires a {size}-byte file, but the file system of {drive} supports only files of up to {most} bytes',
  entryTooLargeRemedy:
    'Use a drive with exFAT, ext4 or NTFS. Alternatively, export without --format, so that Airlock splits the file.',
  volumeSizeRemedy: 'Use a smaller --volume-size.',
});
