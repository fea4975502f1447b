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
  planTitle: 'Upgrade plan: OpenShift {from} to {to}',
  openShiftTitle: 'OpenShift {from} to {to}',
  stays: 'OpenShift remains at {version}.',
  path: 'OpenShift {from} to {to} in {count, plural, one {# update} other {# updates}}.',
  operators:
    '{updates, plural, one {# update} other {# updates}} for {updated} of {count, plural, one {# operator} other {# operators}}.',
  impossible: "The plan can't be carried out without changes.",
  currentVersion: 'Current version: {version}',
  catalogTitle: 'Catalog {catalog} for {packages}',
  operatorTitle: '{package} {from} to {to}',
  operatorDetail: 'on {version}, channel {channel}, catalog {catalog}',
  switchedDetail:
    'on {version}, channel {channel} (change the subscription to this channel), catalog {catalog}',
  pausePools: 'pause the worker pools before this update',
  resumePools: 'unpause the worker pools after this update, and wait until they are updated',
  problem: 'error: {reason}',
  operatorsTitle: 'Operators',
  stepsTitle: 'Steps',
  packageColumn: 'Package',
  installedColumn: 'Installed',
  targetColumn: 'Update to',
  whenColumn: 'When',
  whyColumn: 'Reason',
});
