import { translator } from '../../../base/messages/translator.ts';

/** Texts of plans that update OpenShift together with operators. */
export const t = translator({
  versionsMissing: 'no OpenShift version was specified',
  versionInvalid: `"{version}" isn't an OpenShift version`,
  noCatalog: 'no catalog',

  // when and why an operator is updated
  openShiftUnsupported: "{bundle} doesn't support OpenShift {version}: {limit}",
  updateMissingLater:
    'after the update to OpenShift {version}, the catalogs contain no upgrade path from {bundle}, or only a longer one',
  towardsHead: 'leads to the head of the channel',
  towards: 'leads to {target}',
  onVersion: 'on {version}',
  beforeVersion: 'on {version}, before OpenShift {next}',
  notUpdated: 'not updated',

  // checks
  knownRisk: 'Known risk: {risk}',
  dismissedRisk: "Known risk {risk} doesn't affect the clusters: {reason}",
  patchUpdate: '{version} is a patch of the same minor version, so no operator blocks it',
  nextMinor: '{after} is the next minor version after {before}',
  notNextMinor: "{after} isn't the next minor version after {before}",
  limit: '{package} {version}: {limit}',
  channelMissing: 'catalog {catalog} has no channel {channel}',
  updateMade:
    'OLM performs the update because {bundle} {by, select, replaces {replaces the installed bundle} skips {skips the installed bundle} other {includes the installed version in its skipRange}}',
  updateNotMade: "OLM doesn't update {from} to {to} in channel {channel}",
  packageMissing:
    "catalog {catalog} doesn't contain {package}, so no more updates are available for {installed}",
  bundlePresent: '{installed} is in catalog {catalog}',
  bundleReplaced: "catalog {catalog} doesn't contain {installed}, but contains an update from {installed}",
  bundleMissing: 'catalog {catalog} contains neither {installed} nor an update from {installed}',

  // the plan
  planTitle: 'Upgrade plan: OpenShift {from} → {to}',
  openShiftTitle: 'OpenShift {from} → {to}',
  stays: 'OpenShift remains at {version}.',
  path: 'OpenShift {from} → {to}: {count, plural, one {# update} other {# updates}}.',
  operators: 'Operators: {updates, plural, =0 {no updates} one {# update} other {# updates}}.',
  impossible: "The plan can't be carried out without changes.",
  currentVersion: 'Current version: {version}',
  catalogTitle: 'Catalog {catalog} for {packages}',
  operatorTitle: '{package} {from} → {to}',
  operatorDetail: 'On {version}, channel {channel}, catalog {catalog}',
  switchedDetail:
    'On {version}, channel {channel} (change the subscription to this channel), catalog {catalog}',
  pausePools: 'Pause the worker pools before this update',
  resumePools: 'Unpause the worker pools after this update, and wait until they are updated',
  problem: 'error: {reason}',
  operatorsTitle: 'Operators',
  stepsTitle: 'Steps',
  packageColumn: 'Package',
  installedColumn: 'Installed',
  targetColumn: 'Update to',
  whenColumn: 'When',
  whyColumn: 'Reason',
});
