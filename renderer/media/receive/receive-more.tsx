import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { Link } from 'react-router';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { CheckCommandField } from '../check-command-field.tsx';
import { KeyFileInput, More } from '../more.tsx';
import { t } from './messages.ts';
import type { Receiving } from './use-receiving.ts';

/** The destination folder, and more options of an import. */
export function ReceiveMore({ receiving }: { receiving: Receiving }) {
  const { directory, setDirectory, choices, choose, under: disabled, arrival } = receiving;
  // Show the destination folder outside of the options until something has arrived.
  const open = arrival === undefined;
  const place = (
    <PathInput
      id="al-receive-directory"
      label={t('directoryLabel')}
      kind="directory"
      value={directory}
      disabled={disabled}
      onChange={setDirectory}
      helper={t('directoryHelp')}
    />
  );
  return (
    <>
      {open && place}
      <p className="al-small">
        <Link to={`/receive/request?${new URLSearchParams({ directory })}`}>{t('requestLink')}</Link>
      </p>
      <More>
        {!open && place}
        <Checkbox
          id="al-receive-watch"
          label={t('watchLabel')}
          description={t('watchHelp')}
          isChecked={choices.watch}
          isDisabled={disabled}
          onChange={(_event, watch) => choose({ watch })}
        />
        <KeyFileInput
          id="al-receive-key"
          label={t('keyLabel')}
          value={choices.verifyKey}
          disabled={disabled}
          onChange={(verifyKey) => choose({ verifyKey })}
          helper={t('keyHelp')}
        />
        <CheckCommandField
          id="al-receive"
          choice={choices}
          onChange={choose}
          disabled={disabled}
          note={t('checkHelp')}
          requireLabel={t('requireLabel')}
        />
      </More>
    </>
  );
}
