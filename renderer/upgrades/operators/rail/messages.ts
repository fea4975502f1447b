import { translator } from '../../../../core/contract/documents/messages.ts';

/** Texts of the diagram and table of an operator's channel. */
export const t = translator({
  // Diagram
  diagramName:
    'Channel {channel} in {catalog}: {versions, plural, one {# version} other {# versions}}. The table shows the same data.',
  rangeStop: 'Skip range {range} of {entry}: includes {versions, plural, one {# version} other {# versions}}',
  rangeTip: 'Skip range of {entry}: {range}',
  replacesTip: '{from} replaces {to}',
  skipsTip: '{from} skips {to}',

  // State of a version
  headState: 'head',
  installedState: 'installed',
  onPathState: 'on the path',
  skippedState: 'skipped by another channel entry',
  absentState: 'not in the channel',
  looseState: 'not connected to the head',

  // Table and panel
  versionColumn: 'Version',
  bundleColumn: 'Bundle',
  stateColumn: 'State',
  replacesColumn: 'Replaces',
  skipsColumn: 'Skips',
  rangeColumn: 'Skip range',
  replacedByLabel: 'Replaced by',
  skippedByLabel: 'Skipped by',
  inRangeLabel: 'In the skip range of',
  versionPanel: 'Version {version}',
  setFromButton: 'Set as installed version',
  rangeTitle: 'Skip range of {version}',
  rangeText:
    "OLM updates any installed version in this range directly to {version}, even if the channel doesn't contain that version.",
  rangeVersions: 'Versions in the diagram that are in this range: {versions}.',
  rangeEmpty: 'The diagram contains no versions in this range.',
});
