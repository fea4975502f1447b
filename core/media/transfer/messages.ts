import { translator } from '../../base/messages/translator.ts';

/** Texts of acknowledgment codes, journals and the lives of transfers. */
export const t = translator({
  // What a code reports, shown next to it. `name` is the number of the transfer, such as 0007.
  acknowledgedComplete:
    '{name} is complete{reached, select, pushed { and was pushed} applied { and was applied} other {}}',
  acknowledgedIncomplete:
    '{name} is incomplete{reached, select, pushed { but was pushed} applied { but was applied} other {}}: {count, plural, one {volume {volumes} is} other {volumes {volumes} are}} missing or damaged',
  acknowledgedLost: '{name} is lost: nothing arrived',

  // The same for people who see the name of the transfer
  stateComplete: 'complete{reached, select, pushed { and pushed} applied { and applied} other {}}',
  stateIncomplete:
    'incomplete{reached, select, pushed { but pushed} applied { but applied} other {}}, {count, plural, one {volume {volumes} is} other {volumes {volumes} are}} missing',
  stateLost: 'lost, nothing arrived',

  codeTooLong: 'the acknowledgment code has {length, number} characters, but the limit is {limit, number}',
  codeCharacterUnknown: 'the acknowledgment code contains an invalid character: {character}',
  codeTooShort: 'the acknowledgment code is too short',
  codeMistyped: "the acknowledgment code is mistyped: its check characters don't match",
  codeFormatUnsupported:
    'the acknowledgment code has format version {found}, but this version of Airlock reads only version {supported}',
  codeFormatUnsupportedRemedy:
    'Use the Airlock version that created the acknowledgment code, or a later version.',
  codeIncomplete: 'the acknowledgment code is incomplete',
  codeVolumesExcessive: 'the acknowledgment code lists too many volumes',
  codeContradictory: 'the acknowledgment code contains contradictory information',

  transferNameInvalid: "{name} isn't a valid transfer name, such as fleet-0007",
  transferNameInvalidRemedy: 'Run `airlock transfers list` to see the names of all transfers.',
  transferUnknown: "{directory} doesn't contain transfer {name}",
  transferUnknownRemedy: 'Use one of these transfers: {names}.',
  noTransfersRemedy: 'Run `airlock mirror` to create the first transfer in this workspace.',
  noteLength: 'a note must have 1 to {limit, number} characters',

  journalIntact: 'every byte was verified',
  journalDamaged: 'the verification found damage',
  eventPlan: 'plan {digest}',
  eventApprovedByKey: 'signature verified by key {fingerprint}',
  eventApprovedByCommand: 'signature verified by the command `{command}`',
  eventRun: 'run {number}',
});
