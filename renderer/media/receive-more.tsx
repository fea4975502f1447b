import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { useState } from 'react';
import type { ImportSettingsInput } from '../../core/contract/topics/media.ts';
import { PathInput } from '../parts/path-input.tsx';
import { type CheckChoice, CheckCommandField, checkSettings } from './check-command-field.tsx';

/** What is chosen besides the media. */
export interface ReceiveChoices extends CheckChoice {
  watch: boolean;
  verifyKey: string;
}

export const NO_RECEIVE_CHOICES: ReceiveChoices = {
  watch: false,
  verifyKey: '',
  check: '',
  requireCheck: false,
};

/** What is asked of the engine. */
export function importInput(request: {
  from: string[];
  directory: string;
  choices: ReceiveChoices;
}): ImportSettingsInput {
  const { from, directory, choices } = request;
  const { watch, verifyKey } = choices;
  return {
    from,
    directory,
    watch,
    ...(verifyKey.trim() !== '' && { verifyKey: verifyKey.trim() }),
    ...checkSettings(choices),
  };
}

/** Where transfers are put together, and what they have to pass before they are used. */
export function ReceiveMore({
  directory,
  onDirectory,
  choices,
  onChange,
  open,
  disabled,
}: {
  directory: string;
  onDirectory: (directory: string) => void;
  choices: ReceiveChoices;
  onChange: (choices: ReceiveChoices) => void;
  /** Nothing has arrived: where it goes is a question of its own. */
  open: boolean;
  disabled: boolean;
}) {
  const [more, setMore] = useState(false);
  const set = (changes: Partial<ReceiveChoices>) => onChange({ ...choices, ...changes });
  const place = (
    <PathInput
      id="al-receive-directory"
      label="Put together in"
      kind="folder"
      value={directory}
      disabled={disabled}
      onChange={onDirectory}
      helper="A workspace or any folder with room for the transfer. Media are never written."
    />
  );
  return (
    <>
      {open && place}
      <ExpandableSection
        toggleText="More"
        isExpanded={more}
        onToggle={(_event, expanded) => setMore(expanded)}
        isIndented
      >
        <div className="al-carry-more">
          {!open && place}
          <Checkbox
            id="al-receive-watch"
            label="Wait for files that arrive in the folder"
            description="Such as that of a diode: in any order, partial, twice, until it is paused."
            isChecked={choices.watch}
            isDisabled={disabled}
            onChange={(_event, watch) => set({ watch })}
          />
          <PathInput
            id="al-receive-key"
            label="Must be signed by"
            kind="file"
            extensions={['asc', 'gpg', 'pgp', 'key']}
            value={choices.verifyKey}
            disabled={disabled}
            onChange={(verifyKey) => set({ verifyKey })}
            helper="OpenPGP public keys. A set whose index none of them signed is not taken."
          />
          <CheckCommandField
            id="al-receive"
            choice={choices}
            onChange={set}
            disabled={disabled}
            note="Run for every image with its unpacked files, before it can be used."
            requireLabel="What it cannot check is not used either"
          />
        </div>
      </ExpandableSection>
    </>
  );
}
