import { translator } from '../../../../core/contract/documents/messages.ts';

/** Texts of the issues in Review of Choose. */
export const t = translator({
  issuesLabel: 'Issues',
  noIssuesTitle: 'No issues found',
  issuesTitle: '{issues, plural, one {# issue} other {# issues}}',
  readyNote: "{issues, plural, =0 {ready to run} one {doesn't block the run} other {don't block the run}}",
  errorsCountNote: '{errors, plural, one {# error prevents} other {# errors prevent}} the run',
  loadNote: "some data couldn't be loaded",
  lineButton: 'Line {line}',
  exportButton: 'Export issues',
  severityLabel: 'Severity',
  allSeverities: 'All severities',
  errorsOption: '{count, plural, one {# error} other {# errors}}',
  warningsOption: '{count, plural, one {# warning} other {# warnings}}',
  infosOption: '{count, plural, one {# note} other {# notes}}',
  searchLabel: 'Filter issues by text',
  noMatchesText: 'No matches',
  moreText:
    '{count, plural, one {# more item} other {# more items}}. Filter or export the issues to see all items.',
  removeButton:
    '{count, plural, one {Remove this from the configuration} other {Remove these # from the configuration}}',
  fixAllButton: 'Fix all {count}',
  fixSomeButton: 'Fix {count} of {all}',

  // Nothing selected
  nothingTitle: 'Nothing selected yet',
  nothingText: 'Select at least one release, operator, image or chart.',
  nothingNote: 'nothing to mirror',
  releasesButton: 'Select releases',
  operatorsButton: 'Select operators',
  imagesButton: 'Add images or charts',

  // Several issues with the same cause
  imagesTitle: "{count, plural, one {# image} other {# images}} couldn't be read",
  notFoundTitle: "{count, plural, one {# image doesn't} other {# images don't}} exist in the registry",
  packagesTitle: "{count, plural, one {# operator isn't} other {# operators aren't}} in the catalog",
  channelsTitle:
    "{count, plural, one {# operator channel isn't} other {# operator channels aren't}} in the catalog",
  neededTitle: '{count, plural, one {# required operator is} other {# required operators are}} missing',
  deprecatedTitle: '{count, plural, one {# selection is} other {# selections are}} deprecated',
  referencesTitle: '{count, plural, one {# image reference is} other {# image references are}} invalid',
  fieldsTitle: '{count, plural, one {# field is} other {# fields are}} unknown',
  ignoredTitle: '{count, plural, one {# field has} other {# fields have}} no effect',
  namesTitle: '{count, plural, one {# name is} other {# names are}} missing',
  similarTitle: '{count, plural, one {# similar issue} other {# similar issues}}, for example: {message}',

  // Data that is old or not loaded
  notLoadedTitle: "{name} hasn't been loaded yet",
  ageTitle: '{name} is {days, plural, one {# day} other {# days}} old',
  catalogUnknownText: 'Operator sizes are unknown until the catalog is loaded.',
  unknownText: 'Some sizes are estimates until the missing data is loaded.',
  catalogOldText: 'Newer operator versions may be available.',
  graphOldText: 'Newer releases and known risks may be available.',
  oldText: 'Newer data may be available.',
  catalogName: 'Catalog {catalog}',
});
