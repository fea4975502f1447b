import { translator } from '../../../base/messages/translator.ts';

/** Texts of workspaces and their folders. */
export const t = translator({
  dialogMissing: 'this host has no dialog for files and folders',
  pruneChanged: 'the sets that can be removed have changed since the preview',
  pruneChangedRemedy: 'Review the preview again.',
  folderGone: "{folder} isn't available",
  folderInUse: '{holder} is using it',
  folderMissing: "{folder} doesn't exist",
  folderMissingRemedy: 'Check the path, connect its drive, or create the folder.',
  notAFolder: "{folder} isn't a folder",
});
