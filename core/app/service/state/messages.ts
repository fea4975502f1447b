import { translator } from '../../../base/messages/translator.ts';

/** Texts that all requests share: their inputs, jobs, saved files and secrets. */
export const t = translator({
  requestUnknown: "request {name} doesn't exist",
  inputInvalid: '{request}: {field}: {reason}',
  fieldInvalid: '{field}: {reason}',
  fieldInvalidRemedy: 'Correct this field.',
  requestFailed: '{request} failed: {message}',
  schedules: 'schedules',
  internalRemedy: 'Report this error, and attach a diagnostics bundle from Settings.',
  stopped: 'the request was stopped on request',
  closing: 'Airlock is closing, so no run can start',
  pathNotAbsolute: "{path} isn't an absolute path",
  pathNotAbsoluteRemedy: 'Enter the full path, starting with /.',
  directoryNotPermitted: "this session can't read {folder}",
  directoryNotPermittedRemedy:
    'Ask an operator to open the directory as a workspace. A read-only session can read only workspaces in the workspace list.',

  // credentials and secrets
  sessionCredentials: 'this session',
  keyStoreCredentials: 'the key store',
  secretsForgotten:
    '{count, plural, one {a secret in {file} was} other {# secrets in {file} were}} lost when the engine restarted, because secrets are stored only in memory',
  secretsForgottenRemedy: 'Enter the missing secrets again under Secrets.',

  // files
  fileExists: '{file} already exists',
  fileRemoved: '{file} has been removed since it was read',
  fileChanged: '{file} has changed since it was read',
  absentFile: 'no file',
  savedFileDamaged: "{file} can't be read: its content is invalid",
  savedFileDamagedRemedy: 'Restore it from a backup. If you no longer need it, delete the file.',
  settingsNotJson: "{file} isn't valid JSON, so Airlock uses the default settings",
  settingsInvalid: '{file} contains an invalid value for {field}, so Airlock uses the default settings',
  settingsInvalidRemedy: 'Find your earlier settings in {file}, a copy of the settings file.',
  settingsFormat: '{reason}. Airlock uses the default settings and saves no changes',
  settingsUnreadable: "{file} can't be read ({code})",
  settingsUnreadableRemedy: 'Check the permissions of the file.',

  // jobs
  mediaUnknown: 'the engine has no record of this export or import',
  mediaUnknownRemedy: 'Start the export or import again. Files that were already written are reused.',
  mediaNotWaiting: "this export isn't waiting for a drive or disc",
  clusterUnknown: 'the engine has no record of this apply operation',
  clusterUnknownRemedy:
    'Compare with the cluster again. Objects that were already applied are shown as unchanged.',
  serveUnknown: "this registry isn't being served",
  serveUnknownRemedy: 'Serve the transfers again.',
  serveNotWaiting: "this registry isn't waiting for an answer",
  clusterNotWaiting: "this apply operation isn't waiting for confirmation of node restarts",
});
