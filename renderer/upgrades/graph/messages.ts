import { translator } from '../../../core/contract/documents/messages.ts';

/** Texts of the diagram of an update graph. */
export const t = translator({
  zoomInButton: 'Zoom in',
  zoomOutButton: 'Zoom out',
  fitButton: 'Fit diagram',
  versionOnPath: '{version}, on the path',
  currentVersionLabel: '{version}, current version',
  blockedBadge: '{from} → {to}: blocked',
  risksBadge: '{from} → {to}: {risks, plural, one {# risk} other {# risks}}',
  answeredBadge: '{from} → {to}: answered risks',
  badgeAnswered: 'answered',
  badgeBlocked: 'blocked',
  badgeRisks: '{risks, plural, one {# risk} other {# risks}}',

  // Card of a version
  isCurrent: 'Current version',
  isDowngrade: "Older than {from}. OpenShift doesn't support downgrades.",
  isReachable: '{updates, plural, one {# update} other {# updates}} from {from}',
  isUnreachable: 'No upgrade path from {from}',
  noChannels: 'No known channels',
  cardChannels: 'Channels: {channels}{more, plural, =0 {} other {, # more}}',
  cardUpdatesTo: 'Updates to this version: {updates}',
  cardUpdatesFrom: 'Updates from this version: {updates}',
  cardRisks: 'Known risks: {risks}{more, plural, =0 {} other {, # more}}',
  plainUpdates: '{updates} without known risks',
  conditionalUpdates: '{updates} conditional',
  blockedUpdates: '{updates} blocked',
  noneUpdates: 'No updates',
});
