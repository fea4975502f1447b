import { translator } from '../../../core/contract/documents/messages.ts';

/** Titles of the Fetch, Push and Mirror screens, and problems of their forms. */
export const t = translator({
  // Title before a plan
  fetchTitle: 'Fetch images into {workspace}',
  fetchNowhereTitle: 'Choose a workspace for the fetch',
  pushTitle: 'Push {source} to {registry}',
  pushNowhereTitle: 'Choose a registry to push {source} to',
  pushNothingTitle: 'Choose what to push',
  mirrorTitle: 'Mirror images to {registry}',
  mirrorNowhereTitle: 'Choose a registry to mirror to',
  errorsTitle: '{errors, plural, one {# error} other {# errors}} to fix in {file}',
  notApprovedTitle: "{plan} isn't approved",
  planningTitle: 'Planning: collecting the list of images',
  planningCountTitle: 'Planning: {images, plural, one {# image} other {# images}} found so far',
  planningOfTitle: 'Planning: {done, number} of {images, plural, one {# image} other {# images}} processed',

  // Title after a plan
  fetchPlanTitle: 'Fetch {images, plural, one {# image} other {# images}} ({size}) into {workspace}',
  fetchEnclavePlanTitle:
    'Fetch {images, plural, one {# image} other {# images}} ({size}) into {workspace} for {enclave}',
  pushPlanTitle: 'Push {images, plural, one {# image} other {# images}} ({size}) to {registry}',
  mirrorPlanTitle: 'Mirror {images, plural, one {# image} other {# images}} ({size}) to {registry}',
  nothingNewTitle: 'No new content: no transfer needed',
  nothingNewEnclaveTitle: 'No new content for {enclave}: no transfer needed',
  nothingToPushTitle: '{registry} already contains {images, plural, one {the image} other {all # images}}',
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
  sourceMissingError: 'Enter the directory to push.',
  workspaceMissingError: 'Enter a workspace directory.',
  directoryPathError: 'Enter the full path of the directory, starting with a slash.',
  configurationMissingError: 'Choose or create a configuration.',
  registryMissingError: 'Enter the registry as HOST:PORT or HOST:PORT/PATH.',
  registryFormatError: 'Enter the registry as HOST:PORT or HOST:PORT/PATH, without a scheme or user name.',
  enclaveError:
    'Use only lowercase letters, digits, periods, hyphens and underscores in the enclave name. Start with a letter or digit.',
  rateError: 'Enter the rate limit in MiB/s, or leave the field empty.',

  // Result of a registry test
  nameFailedTitle: "The registry's host name couldn't be resolved",
  connectionFailedTitle: "The registry couldn't be reached",
  tlsFailedTitle: 'The TLS check failed',
  loginFailedTitle: 'Login failed',
  pathFailedTitle: "The registry path can't be used",
  nameWarningTitle: 'The registry responds, but there is a warning about its host name',
  connectionWarningTitle: 'The registry responds, but there is a warning about the connection',
  tlsWarningTitle: 'The registry responds, but there is a warning about TLS',
  loginWarningTitle: 'The registry responds, but there is a warning about the credentials',
  pathWarningTitle: 'The registry responds, but there is a warning about the repository path',
});
