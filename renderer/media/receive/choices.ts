import type { ImportSettingsInput } from '../../../core/contract/topics/media.ts';
import { typedText } from '../../parts/fields/typed-text.ts';
import { type CheckChoice, checkSettings, NO_CHECK } from '../check-choice.ts';

/** Options of an import, in addition to the drives. */
export interface ReceiveChoices extends CheckChoice {
  watch: boolean;
  verifyKey: string;
}

export const NO_RECEIVE_CHOICES: ReceiveChoices = { watch: false, verifyKey: '', ...NO_CHECK };

/** Returns the request of an import. */
export function importInput(request: {
  from: string[];
  directory: string;
  choices: ReceiveChoices;
}): ImportSettingsInput {
  const { from, directory, choices } = request;
  return {
    from,
    directory,
    watch: choices.watch,
    verifyKey: typedText(choices.verifyKey),
    ...checkSettings(choices),
  };
}
