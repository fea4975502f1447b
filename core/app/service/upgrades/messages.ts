import { translator } from '../../../base/messages/translator.ts';

/** Texts of upgrade paths and of the configurations that they need. */
export const t = translator({
  graphMissing: 'no update graph is stored on this host',
  graphMissingRemedy:
    'Query the update service from a host that can reach it, or choose a file or directory that contains the update graph.',
  eusThroughVersions: "intermediate versions can't be specified for an EUS upgrade",
  eusThroughVersionsRemedy: 'Remove the intermediate versions, or choose the shortest path.',
  graphTitle: 'OpenShift updates from {from} to {to}',
  packageUnknownRemedy: 'Choose a package from the list.',
  channelUnknown: "channel {channel} doesn't exist",
  catalogsMissing: 'no catalogs are selected for the selected operators',
  catalogsMissingRemedy: 'Add the catalog of each OpenShift version on the upgrade path.',
  pathMissing: 'No upgrade path leads from {from} to {to}.',
  rangeMissing: 'no version range selects {versions}',
  versionInvalid: '"{version}" isn\'t an OpenShift version',
  versionInvalidRemedy:
    'Enter a version such as 4.18.1, or enter 4.18 to upgrade to the newest 4.18 release.',
  nothingToConfigure: 'no channels or operators were selected for the configuration',
});
