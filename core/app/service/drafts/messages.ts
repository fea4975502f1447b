import { translator } from '../../../base/messages/translator.ts';

/** Texts of drafts: how they start, what they miss, and how they are converted. */
export const t = translator({
  destinationMissing: 'the registry to push to is missing',
  destinationMissingRemedy: 'Enter it as HOST:PORT or HOST:PORT/PATH.',
  workspaceMissing: 'the workspace is missing',
  workspaceMissingRemedy: 'Choose a folder for archive sets and audit records.',
  imageIsFolder: "{image} is a folder, so it can't be checked in a registry",
  imageIsFolderRemedy: 'Run a plan to read it.',
  text: 'the text',
  transferMissing: 'nothing has been transferred from {workspace} to {enclave} yet',
  transferMissingRemedy: 'Start with a new configuration or with a file.',
  fieldAdded: 'Line {line}: {field} was added ({reason})',
  fieldReplaced: 'Line {line}: {before} was replaced with {after} ({reason})',
  fieldRemoved: 'Line {line}: {field} was removed ({reason})',
  lineNote: 'Line {line}: {message}',
  draftMissing: "draft {id} doesn't exist",
  draftMissingRemedy: 'Start a new draft. This one was saved and closed, or removed.',
});
