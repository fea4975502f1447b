import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useAsk } from '../../engine/requests.ts';
import { minorsOf } from './words.ts';

/** A version of OpenShift, with those that are known here to choose from. */
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
  /** A minor may stand for its newest version. */
  minors?: boolean;
}) {
  const known = useAsk('upgrades.versions', workspace === undefined ? {} : { workspace }, { keep: true });
  const versions = known.data?.versions.map(({ version }) => version).toReversed() ?? [];
  return (
    <div className="al-choose-field">
      <label htmlFor={id} className="al-choose-legend">
        {label}
      </label>
      <TextInput
        id={id}
        value={value}
        placeholder={minors ? '4.18.9 or 4.18' : '4.16.20'}
        list={`${id}-list`}
        autoComplete="off"
        spellCheck={false}
        onChange={(_event, text) => onChange(text)}
      />
      <datalist id={`${id}-list`}>
        {minors &&
          minorsOf(versions).map((minor) => (
            <option key={minor} value={minor}>
              {`newest of ${minor}`}
            </option>
          ))}
        {versions.map((version) => (
          <option key={version} value={version} />
        ))}
      </datalist>
    </div>
  );
}
