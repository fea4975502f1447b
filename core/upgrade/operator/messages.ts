import { translator } from '../../base/messages/translator.ts';

/** Texts of upgrade paths of operators, and of the channels they are in. */
export const t = translator({
  // why no path exists
  packageMissing: `the catalog doesn't contain package "{package}"`,
  packageMissingInAll: 'none of the catalogs contains package "{package}"',
  installedUnknown: '"{installed}" is neither a version nor a bundle of package "{package}"',
  channelUnknown: 'package "{package}" has no channel "{channel}"',
  channelMissing: "channel {channel} doesn't exist",
  packageRemoved:
    'catalog {catalog} no longer contains package "{package}" and provides no updates for the operator',
  headBundleMissing: `OLM can't install {head}, the head of channel {channel} of package "{package}", because catalog {catalog} doesn't contain its bundle`,
  channelUnusable: `OLM can't use channel {channel} of package "{package}" in catalog {catalog}: {faults}`,
  bundleUnknown: 'no catalog contains bundle "{bundle}" of package "{package}"',
  bundleInNoChannel: `OLM can't install {bundle} of package "{package}", because no channel contains the bundle`,
  bundleInOtherChannels: `channel {channel} of package "{package}" doesn't contain {bundle}, which is in {channels}`,
  targetOlder: `package "{package}": {target} is older than the installed {installed}, and OLM doesn't downgrade operators`,
  pathEnds:
    'package "{package}": updates lead from {installed} to {last} in channel {channel}, but no update leads from {last} to {target}',
  entryMissing:
    'package "{package}": no entry in {count, plural, one {channel} other {channels}} {channels} replaces or skips {installed}, or includes its version in a skipRange',
  entryMissingInAll:
    'package "{package}": no entry in any of the {count} channels replaces or skips {installed}, or includes its version in a skipRange',
  channelsUnusable: `package "{package}": OLM can't use any channel of the package`,
  openShiftUnsupported: `package "{package}": {bundle} doesn't support OpenShift {version}: {limits}`,
  openShiftUnsupportedByAll: `package "{package}": {bundle} and the bundles that it can be updated to ({others}) don't support OpenShift {version}: {limits}`,
  supportUnreachable: '{reason}. No update leads to a bundle that supports this OpenShift version',
  supportMissing: '{reason}. Catalog {catalog} contains no bundle that supports this OpenShift version',
  nearest: '{reason}. Closest matches: {bundles}',
  pathsFrom: '{reason}. Upgrade paths to the target start at {bundles}',
  stages:
    '{reason}. You can update in stages. For each stage, use a catalog whose channel ends at the next of these versions: {steps}',

  // notes on a path
  installedUnlisted:
    "{installed} is installed but isn't in any catalog. OLM can update it only to a bundle that replaces or skips {installed}.",
  installedVersionUnlisted:
    "{installed} is installed but isn't in any catalog. OLM can update it only to a bundle that replaces or skips {installed}, or includes its version in a skipRange.",
  installedNameUnknown:
    "{installed} is installed but isn't in any catalog. Its bundle name is unknown, so OLM can update it only to a bundle that includes the version in a skipRange.",
  channelContinues:
    'channel {channel} continues to {head}. To stop OLM at {bundle}, use a catalog whose channel ends at {bundle}, or approve updates manually.',
  channelDiffers: 'the last update is in channel {channel} instead of {wanted}',

  // problems of a channel
  replacementMissing: 'no entry in the channel replaces or skips {bundle}',
  replacementSkipped: "{entry} can replace {bundle}, but {by} skips {entry} and doesn't skip {bundle}",
  replacementNotOffered: "{entry} can replace {bundle}, but OLM doesn't offer this update",

  // configurations
  defaultChannelChanged: `the default channel of package "{package}" becomes {channel}, because {before} isn't mirrored`,
  ownDefaultChannelChanged: `the default channel of package "{package}" becomes {channel}, because the original default channel isn't mirrored`,
  channelNotMirrored: "channel {channel} isn't mirrored",
  mirroredChannelUnusable: "OLM can't use the mirrored part of channel {channel}: {faults}",
  mirroredUpdateMissing: 'channel {channel} is only partly mirrored, so OLM finds no update from {from}',
  mirroredUpdateDiffers:
    'channel {channel} is only partly mirrored, so OLM updates {from} to {next} instead of {to}. Approve updates manually.',
  mirroredChannelContinues:
    'the mirrored part of channel {channel} continues after {from}, so OLM updates the operator to {next}. Approve updates manually.',

  // pictures
  channelTitle: 'Channel {channel}',
  channelDescription: 'Channel {channel}. {description}',
  headText: 'The head is {version}.',
  installedText: '{version} is installed.',
  pathText: 'The upgrade path is {path}.',
  skipRangeText: 'skipRange of {entry}: {range}',
  head: 'head',
  installed: 'installed',
  skipped: 'skipped',
  offPath: 'not on the path to the head',
  notInChannel: 'not in the channel',
  noLongerInChannel: 'no longer in the channel',
  more: '{count} more',
});
