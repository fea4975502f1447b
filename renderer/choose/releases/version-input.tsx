import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useState } from 'react';
import { useAsk } from '../../engine/requests.ts';
import { versionProblem } from '../../upgrades/question/typed-version.ts';
import { t } from './messages.ts';
import { minorsOf } from './words.ts';

/** A field for an OpenShift version, with the known versions as options. */
export function VersionInput({
  id,
  label,
  value,
  onChange,
  workspace,
  minors = false,
}: {
  id: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  workspace: string | undefined;
  /** Whether a minor version can be entered for its latest release. */
  minors?: boolean;
}) {
  const known = useAsk('upgrades.versions', workspace === undefined ? {} : { workspace }, { keep: true });
  const [settled, setSettled] = useState(false);
  const problem = settled ? versionProblem(value.trim(), minors) : undefined;
  const versions = known.data?.versions.map(({ version }) => version).toReversed() ?? [];
  return (
    <div className="al-choose-field">
      <label htmlFor={id} className="al-choose-legend">
        {label}
      </label>
      <TextInput
        id={id}
        value={value}
        validated={problem === undefined ? 'default' : 'error'}
        aria-describedby={problem === undefined ? undefined : `${id}-problem`}
        placeholder={t(minors ? 'toPlaceholder' : 'fullPlaceholder')}
        list={`${id}-list`}
        autoComplete="off"
        spellCheck={false}
        onFocus={() => setSettled(false)}
        onBlur={() => setSettled(true)}
        onKeyDown={(event) => event.key === 'Enter' && setSettled(true)}
        onChange={(_event, text) => onChange(text)}
      />
      <datalist id={`${id}-list`}>
        {minors &&
          minorsOf(versions).map((minor) => (
            <option key={minor} value={minor}>
              {t('newestOption', { minor })}
            </option>
          ))}
        {versions.map((version) => (
          <option key={version} value={version} />
        ))}
      </datalist>
      {problem !== undefined && (
        <span id={`${id}-problem`} className="al-small al-field-problem">
          {problem}
        </span>
      )}
    </div>
  );
}
