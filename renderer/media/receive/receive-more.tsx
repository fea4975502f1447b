import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { CheckCommandField } from '../check-command-field.tsx';
import { KeyFileInput, More } from '../more.tsx';
import type { Receiving } from './use-receiving.ts';

/** Where transfers are put together, and what they have to pass before they are used. */
export function ReceiveMore({ receiving }: { receiving: Receiving }) {
  const { directory, setDirectory, choices, choose, under: disabled, arrival } = receiving;
  // Nothing has arrived: where it goes is a question of its own.
  const open = arrival === undefined;
  const place = (
    <PathInput
      id="al-receive-directory"
      label="Put together in"
      kind="folder"
      value={directory}
      disabled={disabled}
      onChange={setDirectory}
      helper="A workspace or any folder with room for the transfer. Media are never written."
    />
  );
  return (
    <>
      {open && place}
      <More>
        {!open && place}
        <Checkbox
          id="al-receive-watch"
          label="Wait for files that arrive in the folder"
          description="Such as that of a diode: in any order, partial, twice, until it is paused."
          isChecked={choices.watch}
          isDisabled={disabled}
          onChange={(_event, watch) => choose({ watch })}
        />
        <KeyFileInput
          id="al-receive-key"
          label="Must be signed by"
          value={choices.verifyKey}
          disabled={disabled}
          onChange={(verifyKey) => choose({ verifyKey })}
          helper="OpenPGP public keys. A set whose index none of them signed is not taken."
        />
        <CheckCommandField
          id="al-receive"
          choice={choices}
          onChange={choose}
          disabled={disabled}
          note="Run for every image with its unpacked files, before it can be used."
          requireLabel="What it cannot check is not used either"
        />
      </More>
    </>
  );
}
