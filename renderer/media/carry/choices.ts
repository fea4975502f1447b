import type { RequestOutput } from '../../../core/contract/contract.ts';
import type { ExportSettingsInput } from '../../../core/contract/topics/media.ts';
import { volumeNumbersIn } from '../../enclave/enclave-words.ts';
import { typedText } from '../../parts/fields/typed-text.ts';
import { type CheckChoice, checkSettings, NO_CHECK } from '../check-choice.ts';
import { volumeSizeOf } from '../media-words.ts';
import { t } from './messages.ts';

/** Options of an export, in addition to the drives. */
export interface CarryChoices extends CheckChoice {
  profile: 'drive' | 'diode';
  format: 'airlock' | 'oc-mirror' | 'oc';
  /** The typed size; empty for the default. */
  volumeSize: string;
  /** The typed volume numbers; empty for all that aren't written. */
  only: string;
  withApp: boolean;
  /** Bundle archive, or folder of the unpacked Airlock. */
  app: string;
  readBack: boolean;
  marking: string;
  signKey: string;
  /** File with the passphrase of the private key. */
  passphraseFile: string;
}

export const NO_CHOICES: CarryChoices = {
  profile: 'drive',
  format: 'airlock',
  volumeSize: '',
  only: '',
  withApp: false,
  app: '',
  readBack: true,
  marking: '',
  signKey: '',
  passphraseFile: '',
  ...NO_CHECK,
};

/** Combinations of profile and format in the menu. */
const FORMAT_CHOICES = {
  drive: { profile: 'drive', format: 'airlock' },
  diode: { profile: 'diode', format: 'airlock' },
  'oc-mirror': { profile: 'drive', format: 'oc-mirror' },
  oc: { profile: 'drive', format: 'oc' },
} as const satisfies Record<string, Partial<CarryChoices>>;

export type FormatChoice = keyof typeof FORMAT_CHOICES;

/** Returns profile and format of a menu entry. */
export function choicesOfFormat(choice: FormatChoice): Pick<CarryChoices, 'profile' | 'format'> {
  return FORMAT_CHOICES[choice];
}

/** Returns the menu entry of a profile and format. */
export function formatChoiceOf({ profile, format }: Pick<CarryChoices, 'profile' | 'format'>): FormatChoice {
  return format === 'airlock' ? profile : format;
}

/** Returns whether drives of this profile and format can contain Airlock. */
function offersApp({ profile, format }: Pick<CarryChoices, 'profile' | 'format'>): boolean {
  return profile === 'drive' && format === 'airlock';
}

/** Returns what is chosen for Airlock at first: the bundle of this host, if the site isn't known to have Airlock. */
export function suggestedApp(
  suggested: RequestOutput<'media.suggestedApp'> | undefined,
): Pick<CarryChoices, 'withApp' | 'app'> {
  const { bundle, siteHasAirlock } = suggested ?? { siteHasAirlock: true };
  return { withApp: bundle !== undefined && !siteHasAirlock, app: bundle?.file ?? '' };
}

/** Returns the error of a typed size; undefined if it is valid or empty. */
export function wrongSize({ volumeSize }: Pick<CarryChoices, 'volumeSize'>): string | undefined {
  const typed = typedText(volumeSize) && volumeSizeOf(volumeSize);
  return typed && 'error' in typed ? typed.error : undefined;
}

/** Returns the error of typed volume numbers; undefined if they are valid or empty. @param most volumes of the transfer */
export function wrongNumbers({ only }: Pick<CarryChoices, 'only'>, most: number): string | undefined {
  const typed = typedText(only) && volumeNumbersIn(only, most);
  return typed && 'error' in typed ? typed.error : undefined;
}

/** Returns the error of the bundle archive; undefined if one is selected or none is needed. */
export function wrongApp(choices: CarryChoices): string | undefined {
  return choices.withApp && offersApp(choices) && typedText(choices.app) === undefined
    ? t('appMissing')
    : undefined;
}

/** Returns whether an option has an error, so that an export would ignore it. @param most volumes of the transfer */
export function hasWrongChoice(choices: CarryChoices, most: number): boolean {
  return [wrongApp(choices), wrongSize(choices), wrongNumbers(choices, most)].some(
    (error) => error !== undefined,
  );
}

/** Returns the typed volume size in bytes; undefined for the default. */
export function largestVolume({ volumeSize }: Pick<CarryChoices, 'volumeSize'>): number | undefined {
  const typed = volumeSizeOf(volumeSize);
  return 'bytes' in typed ? typed.bytes : undefined;
}

/** Returns the request of an export. */
export function exportInput(request: {
  workspace: string;
  transfer: string;
  to: string[];
  /** Names that the user gave drives, by path. */
  names: Readonly<Record<string, string>>;
  choices: CarryChoices;
  /** Number of volumes, the largest valid volume number. */
  most: number;
}): ExportSettingsInput & { profile: 'drive' | 'diode' } {
  const { workspace, transfer, to, names, choices, most } = request;
  const { profile, format, readBack } = choices;
  const only = volumeNumbersIn(choices.only, most);
  return {
    workspace,
    transfer,
    to,
    names: Object.keys(names).length > 0 ? names : undefined,
    profile,
    format,
    readBack,
    volumes: 'numbers' in only ? only.numbers : undefined,
    app: choices.withApp && offersApp(choices) ? typedText(choices.app) : undefined,
    volumeSize: largestVolume(choices),
    marking: typedText(choices.marking),
    signKey: typedText(choices.signKey),
    passphraseFile: typedText(choices.passphraseFile),
    ...checkSettings(choices),
  };
}
