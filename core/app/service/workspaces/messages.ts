import { translator } from '../../../base/messages/translator.ts';

/** Texts of workspaces and their directories. */
export const t = translator({
  dialogMissing: "this host can't show a file selection dialog",
  pruneChanged: 'the archive sets that can be removed have changed since the preview',
  pruneChangedRemedy: 'Review the updated preview.',
  directoryUnavailable: "{folder} isn't available",
  directoryInUse: '{holder} is using the workspace',
  directoryMissing: "{folder} doesn't exist",
  directoryMissingRemedy: 'Check the path, connect the drive, or create the directory.',
  notADirectory: "{folder} isn't a directory",
});
