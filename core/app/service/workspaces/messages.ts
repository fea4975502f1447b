import { translator } from '../../../base/messages/translator.ts';

/** Texts of workspaces and their directories. */
export const t = translator({
  dialogMissing: "this host can't show a file selection dialog",
  pruneChanged: 'the archive sets that can be removed have changed since the preview',
  pruneChangedRemedy: 'Review the updated preview.',
  folderUnavailable: "{folder} isn't available",
  folderInUse: '{holder} is using the workspace',
  folderMissing: "{folder} doesn't exist",
  folderMissingRemedy: 'Check the path, connect the drive, or create the directory.',
  notAFolder: "{folder} isn't a directory",
});
