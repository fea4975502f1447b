import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of mapping.txt. */
export const t = translator({
  viewButton: 'View mapping.txt',
  mappingText: 'Each line has the source of an image and its destination, in the format of oc-mirror.',
  linesLabel: 'Lines of mapping.txt',
  lineCount:
    '{lines, plural, one {# line} other {# lines}}{more, plural, =0 {} other {, of which the first {shown} are shown}}',
  fileLabel: 'File',
  saveButton: 'Save mapping.txt',
  saved: 'Saved {lines, plural, one {# line} other {# lines}} to {file}',
  closeButton: 'Close',
  readFailedTitle: "The mapping couldn't be loaded",
  saveFailedTitle: "The mapping couldn't be saved",
});
