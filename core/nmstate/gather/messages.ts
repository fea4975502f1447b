import { translator } from '../../base/messages/translator.ts';

/** Texts of gathered hosts and their documents. */
export const t = translator({
  notNetworkDocument: 'not a network document',
  hostTwice: 'The host {name} is defined twice, first in {where}',
  hostsWithSameFile:
    'The hosts {name} and {other} ({where}) have the same short name, so both would read the file {file}',
  hostTwiceRemedy: 'Give each host a different short name.',
  presetUnknown: 'The host {name} uses the preset "{preset}", which doesn\'t exist',
  presetUnknownRemedy: 'Set the `preset` column to an existing preset, or leave the column empty.',
  documentMissing: 'The host {name} has no network document',
  documentMissingRemedy: 'Choose a preset or a template for the table, or add a `preset` column.',
  answerInvalid: 'The preset {preset} doesn\'t allow the value "{given}" in the {id} column for host {name}',
  answerInvalidRemedy: 'Set the column to one of these values: {choices}.',
});
