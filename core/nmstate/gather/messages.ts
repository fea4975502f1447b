import { translator } from '../../base/messages/translator.ts';

/** Texts of gathered hosts and their documents. */
export const t = translator({
  notNetworkDocument: 'no network document',
  hostTwice: 'The host {name} is defined twice, first in {where}',
  hostsWithSameFile:
    'The hosts {name} and {other} ({where}) have the same short name, so both would read {file}',
  hostTwiceRemedy: 'Give each host a different short name.',
  presetUnknown: 'The host {name} uses the preset "{preset}", which doesn\'t exist',
  presetUnknownRemedy: 'Use an existing preset, or leave the column empty.',
  documentMissing: 'The host {name} has no network document',
  documentMissingRemedy: 'Choose a preset or a template for the table, or add a column `preset`.',
  answerInvalid:
    'The host {name} has the value "{given}" in the column {id}, which the preset {preset} doesn\'t allow',
  answerInvalidRemedy: 'Use one of {choices}.',
});
