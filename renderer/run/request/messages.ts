import { translator } from '../../../core/contract/documents/messages.ts';

/** Titles of the Fetch, Push and Mirror screens, and problems of their forms. */
export const t = translator({
  // Title before a plan
  fetchTitle: 'Fetch images into {workspace}',
  fetchNowhereTitle: 'Choose the workspace to fetch into',
  pushTitle: 'Push {source} to {registry}',
  pushNowhereTitle: 'Choose the registry to push {source} to',
  pushNothingTitle: 'Choose what to push',
  mirrorTitle: 'Mirror images to {registry}',
  mirrorNowhereTitle: 'Choose the registry to mirror to',
  errorsTitle: '{errors, plural, one {# error} other {# errors}} to fix in {file}',
  notApprovedTitle: "{plan} isn't approved",
  planningTitle: 'Planning: collecting the list of images',
  planningCountTitle: 'Planning: {images, plural, one {# image} other {# images}} so far',
  planningOfTitle: 'Planning: {done, number} of {images, plural, one {# image} other {# images}}',

  // Title after a plan
  fetchPlanTitle: 'Fetch {images, plural, one {# image} other {# images}} ({size}) into {workspace}',
  fetchEnclavePlanTitle:
    'Fetch {images, plural, one {# image} other {# images}} ({size}) into {workspace} for {enclave}',
  pushPlanTitle: 'Push {images, plural, one {# image} other {# images}} ({size}) to {registry}',
  mirrorPlanTitle: 'Mirror {images, plural, one {# image} other {# images}} ({size}) to {registry}',
  nothingNewTitle: 'No new content, so no transfer is needed',
  nothingNewEnclaveTitle: 'No new content for {enclave}, so no transfer is needed',
  nothingToPushTitle: '{registry} already has {images, plural, one {the image} other {all # images}}',
  approvedFetchTitle: 'Fetch exactly the {images, plural, one {# image} other {# images}} in {plan} ({size})',
  approvedPushTitle: 'Push exactly the {images, plural, one {# image} other {# images}} in {plan} ({size})',
  approvedMirrorTitle:
    'Mirror exactly the {images, plural, one {# image} other {# images}} in {plan} ({size})',
  approvedFetchToTitle:
    'Fetch exactly the {images, plural, one {# image} other {# images}} in {plan} ({size}) into {workspace}',
  approvedPushToTitle:
    'Push exactly the {images, plural, one {# image} other {# images}} in {plan} ({size}) to {registry}',
  approvedMirrorToTitle:
    'Mirror exactly the {images, plural, one {# image} other {# images}} in {plan} ({size}) to {registry}',
  practiceName: 'Practice',

  // Problems of fields
  sourceMissingError: 'Enter the folder to push.',
  workspaceMissingError: 'Enter a folder for the workspace.',
  folderPathError: 'Enter the full path of the folder, starting with a slash.',
  configurationMissingError: 'Choose a configuration, or create one.',
  registryMissingError: 'Enter the registry as HOST:PORT or HOST:PORT/PATH.',
  registryFormatError: 'Enter the registry as HOST:PORT or HOST:PORT/PATH, without scheme and user.',
  enclaveError:
    'Use lowercase letters, digits, periods, hyphens and underscores in the enclave name. Start with a letter or digit.',
  rateError: 'Enter the rate limit as a number of MiB/s, or leave the field empty.',
  archiveSizeError: 'Enter the archive size in GiB without decimals, or leave the field empty.',
  pathDepthError: 'Enter the path depth as a number without decimals, or leave the field empty.',

  // Result of a registry test
  nameFailedTitle: "The registry's name couldn't be resolved",
  connectionFailedTitle: "The registry couldn't be reached",
  tlsFailedTitle: 'The TLS check failed',
  loginFailedTitle: 'Login failed',
  pathFailedTitle: "The registry's path can't be used",
  nameWarningTitle: 'The registry responds, with a warning about its name',
  connectionWarningTitle: 'The registry responds, with a warning about the connection',
  tlsWarningTitle: 'The registry responds, with a TLS warning',
  loginWarningTitle: 'The registry responds, with a warning about the login',
  pathWarningTitle: 'The registry responds, with a warning about the path',
});
