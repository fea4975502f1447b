import { translator } from '../../base/messages/translator.ts';

export const t = translator({
  volumesExhausted: 'no short name is left for {name}: a diode transfer can have at most 34,695 volumes',
  transfersExhausted:
    'no short name is left for {transfer}: diode exports support transfer numbers up to 34,695',
  volumeSizeRemedy: 'Use a larger --volume-size.',
  listTooLarge: 'the list of {count} volumes is larger than the space reserved for it in each volume',
  listTooLargeRemedy: 'Use a larger --volume-size, or a directory with more free space.',
  signatureInvalid: 'no valid signature for {file}: {reason}',
  indexMissing: 'a signature is required, but the set contains no index.json to sign',
  signatureNotFound: "a signature is required for {transfer}, but {names} wasn't found in {places}",
  rejected: '{transfer}: {reason}',
  rejectedMore: '{transfer} (and {count} more): {reason}',
});
