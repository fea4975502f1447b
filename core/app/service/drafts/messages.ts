import { translator } from '../../../base/messages/translator.ts';

/** Texts of drafts: how they start, what they miss, and how they are converted. */
export const t = translator({
  destinationMissing: 'no destination registry is set',
  destinationMissingRemedy: 'Enter the registry as HOST:PORT or HOST:PORT/PATH.',
  workspaceMissing: 'no workspace is set',
  workspaceMissingRemedy: 'Choose a directory for archive sets and audit records.',
  imageIsDirectory: "{image} is a local directory, so it can't be checked in a registry",
  imageIsDirectoryRemedy: 'Run a plan to read the directory.',
  text: 'the text',
  transferMissing: '{workspace} contains no transfer for {enclave} yet',
  transferMissingRemedy: 'Start with a new configuration or from a file.',
  fieldAdded: 'Line {line}: {field} was added ({reason})',
  fieldReplaced: 'Line {line}: {before} was replaced with {after} ({reason})',
  fieldRemoved: 'Line {line}: {field} was removed ({reason})',
  lineNote: 'Line {line}: {message}',
  draftMissing: "draft {id} doesn't exist",
  draftMissingRemedy: 'Start a new draft. The requested draft was either saved and closed, or removed.',
});
