import { translator } from '../../../base/messages/translator.ts';

/** Texts that all requests share: their inputs, jobs, saved files and secrets. */
export const t = translator({
  requestUnknown: "request {name} doesn't exist",
  inputInvalid: '{request}: {field}: {reason}',
  fieldInvalid: '{field}: {reason}',
  fieldInvalidRemedy: 'Correct this field.',
  internalRemedy: 'Report it with a diagnostics bundle (Settings).',
  stopped: 'stopped on request',
  closing: 'Airlock is closing, so no run can start',
  pathNotAbsolute: "{path} isn't an absolute path",
  pathNotAbsoluteRemedy: 'Enter the full path, starting with /.',
  folderNotPermitted: "this session can't read {folder}",
  folderNotPermittedRemedy:
    'This session can read only workspaces on the list. Ask an operator to open the directory as a workspace.',

  // credentials and secrets
  sessionCredentials: 'entered in this session',
  keyStoreCredentials: 'key store',
  secretsForgotten:
    '{count, plural, one {a secret} other {# secrets}} of {file} {count, plural, one {was} other {were}} in memory only, and the engine has restarted',
  secretsForgottenRemedy: 'Enter them again under Secrets.',

  // files
  fileExists: '{file} already exists',
  fileRemoved: '{file} was removed since it was read',
  fileChanged: '{file} was changed since it was read',
  absentFile: 'absent',
  settingsNotJson: "{file} isn't JSON, so Airlock uses default settings",
  settingsInvalid: '{file} has an invalid value at {field}, so Airlock uses default settings',
  settingsInvalidRemedy: 'Look for your earlier settings in {file}.',
  settingsUnreadable: "{file} can't be read ({code})",
  settingsUnreadableRemedy: 'Check its permissions.',

  // jobs
  mediaUnknown: 'the engine has no record of this export or import',
  mediaUnknownRemedy: 'Start it again. Files that are already written are reused.',
  mediaNotWaiting: "this export isn't waiting for a drive or disc",
  clusterUnknown: 'the engine has no record of this apply',
  clusterUnknownRemedy: 'Compare again. Objects that were applied are shown as unchanged.',
  clusterNotWaiting: "this apply isn't waiting for confirmation of node restarts",
});
