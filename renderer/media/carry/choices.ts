import type { ExportSettingsInput } from '../../../core/contract/topics/media.ts';
import { pieceNumbers } from '../../enclave/enclave-words.ts';
import { typedText } from '../../parts/fields/typed-text.ts';
import { type CheckChoice, checkSettings, NO_CHECK } from '../check-choice.ts';
import { pieceSizeOf } from '../media-words.ts';

/** What is chosen besides the media. */
export interface CarryChoices extends CheckChoice {
  profile: 'folders' | 'diode';
  format: 'airlock' | 'oc-mirror' | 'oc';
  /** As typed; empty: the default. */
  pieceSize: string;
  /** Numbers of pieces as typed; empty: all that are not written. */
  only: string;
  withApp: boolean;
  /** Folder that holds Airlock itself. */
  app: string;
  readBack: boolean;
  marking: string;
  signKey: string;
  /** A file that opens a private key with a passphrase. */
  passphraseFile: string;
}

export const NO_CHOICES: CarryChoices = {
  profile: 'folders',
  format: 'airlock',
  pieceSize: '',
  only: '',
  withApp: false,
  app: '',
  readBack: true,
  marking: '',
  signKey: '',
  passphraseFile: '',
  ...NO_CHECK,
};

/** Ways across, as the menu names them. */
const WAYS = {
  folders: { profile: 'folders', format: 'airlock' },
  diode: { profile: 'diode', format: 'airlock' },
  'oc-mirror': { profile: 'folders', format: 'oc-mirror' },
  oc: { profile: 'folders', format: 'oc' },
} as const satisfies Record<string, Partial<CarryChoices>>;

export type Way = keyof typeof WAYS;

/** What a way across chooses. */
export function choicesOfWay(way: Way): Pick<CarryChoices, 'profile' | 'format'> {
  return WAYS[way];
}

/** The way across of some choices. */
export function wayOf({ profile, format }: Pick<CarryChoices, 'profile' | 'format'>): Way {
  return format === 'airlock' ? profile : format;
}

/** What is wrong with what was typed; nothing typed is right. */
export function wrongSize({ pieceSize }: Pick<CarryChoices, 'pieceSize'>): string | undefined {
  const typed = typedText(pieceSize) && pieceSizeOf(pieceSize);
  return typed && 'error' in typed ? typed.error : undefined;
}

/** What is wrong with the numbers of pieces that were typed. @param most pieces of the transfer */
export function wrongNumbers({ only }: Pick<CarryChoices, 'only'>, most: number): string | undefined {
  const typed = typedText(only) && pieceNumbers(only, most);
  return typed && 'error' in typed ? typed.error : undefined;
}

/** Bytes of the largest piece that was typed; undefined for the default. */
export function largestPiece({ pieceSize }: Pick<CarryChoices, 'pieceSize'>): number | undefined {
  const typed = pieceSizeOf(pieceSize);
  return 'bytes' in typed ? typed.bytes : undefined;
}

/** What is asked of the engine. */
export function exportInput(request: {
  workspace: string;
  transfer: string;
  to: string[];
  choices: CarryChoices;
  /** Pieces of the transfer: numbers above are no pieces. */
  most: number;
}): ExportSettingsInput & { profile: 'folders' | 'diode' } {
  const { workspace, transfer, to, choices, most } = request;
  const { profile, format, readBack } = choices;
  const only = pieceNumbers(choices.only, most);
  return {
    workspace,
    transfer,
    to,
    profile,
    format,
    readBack,
    pieces: 'numbers' in only ? only.numbers : undefined,
    app: choices.withApp ? typedText(choices.app) : undefined,
    pieceSize: largestPiece(choices),
    marking: typedText(choices.marking),
    signKey: typedText(choices.signKey),
    passphraseFile: typedText(choices.passphraseFile),
    ...checkSettings(choices),
  };
}
