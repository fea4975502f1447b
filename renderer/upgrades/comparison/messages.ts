import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of the comparison of catalogs. */
export const t = translator({
  topic: 'Catalogs',
  startTitle: 'Compare two versions of a catalog',
  failedTitle: "The catalogs couldn't be compared",
  sameTitle: 'The catalogs have the same packages, channels and versions',
  sameDigestTitle: 'Both references have the same digest',
  changedTitle:
    '{packages, plural, one {# package differs} other {# packages differ}}: {changes, plural, one {# change} other {# changes}}',
  formLabel: 'Catalogs to compare',
  fromLabel: 'Earlier catalog',
  toLabel: 'Later catalog',
  catalogPlaceholder: 'registry.redhat.io/redhat/redhat-operator-index:v4.18',
  packageLabel: 'Package',
  packagePlaceholder: 'all',
  swapButton: 'Swap catalogs',
  cancelButton: 'Cancel comparison',
  compareButton: 'Compare catalogs',
  emptyTitle: 'The differences appear here',
  emptyText:
    'Enter a reference or the directory of a file-based catalog. Airlock shows packages, channels and versions that were added, removed or moved.',
  changesLabel: 'Changes',
  searchLabel: 'Filter changes',
  searchPlaceholder: 'Package, channel or version',
  shownCount: '{shown} of {changes, plural, one {# change} other {# changes}}',
  noMatchText: 'No matching changes.',
  packageColumn: 'Package',
  channelColumn: 'Channel',
  changeColumn: 'Change',
  detailColumn: 'Details',
  added: 'Added',
  removed: 'Removed',
  moved: 'Moved',
  packageDetail:
    'Package with {channels, plural, one {# channel} other {# channels}} and {versions, plural, one {# version} other {# versions}}',
  defaultChannelDetail: 'Default channel {from} → {to}',
  channelDetail: 'Channel with head {head} and {versions, plural, one {# version} other {# versions}}',
  headDetail: 'Head {from} → {to}',
  none: 'none',
});
