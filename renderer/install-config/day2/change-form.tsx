import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import type { StartingState } from '../../../core/contract/topics/day2-requests.ts';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { TokenField } from '../form/token-field.tsx';
import type { Day2Form } from './words.ts';

/** The fields of the change that is chosen. */
export function Day2ChangeForm({
  form,
  state,
  onChange,
}: {
  form: Day2Form;
  state: StartingState;
  onChange: (changed: Partial<Day2Form>) => void;
}) {
  if (form.kind === 'convert')
    return (
      <p className="al-sub al-small">
        INI becomes YAML with the same effect; accounts in it go to the Secret, never into the result.
      </p>
    );
  if (form.kind === 'remove')
    return (
      <div className="al-ic-field">
        <label htmlFor="al-d2-remove">vCenter</label>
        <FormSelect id="al-d2-remove" value={form.remove} onChange={(_event, remove) => onChange({ remove })}>
          <FormSelectOption value="" label="Choose" isDisabled />
          {state.vcenters.map(({ server }) => (
            <FormSelectOption key={server} value={server} label={server} />
          ))}
        </FormSelect>
        <span className="al-sub al-small">
          Its failure domains go with it; nothing may run there any more.
        </span>
      </div>
    );
  if (form.kind === 'domains')
    return (
      <div className="al-ic-field-wide">
        <PathInput
          id="al-d2-domains"
          label="File with failure domains"
          kind="file"
          extensions={['yaml', 'yml', 'json']}
          value={form.file}
          onChange={(file) => onChange({ file })}
          helper="A list, an install-config.yaml, or an Infrastructure object. vCenters beside them are added, too."
        />
      </div>
    );
  const text = (
    field: 'server' | 'name' | 'region' | 'zone' | 'computeCluster' | 'datastore',
    label: string,
    placeholder: string,
  ) => (
    <div className="al-ic-field">
      <label htmlFor={`al-d2-${field}`}>{label}</label>
      <TextInput
        id={`al-d2-${field}`}
        className="al-mono"
        value={form[field]}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        onChange={(_event, value) => onChange({ [field]: value.trim() })}
      />
    </div>
  );
  const list = (field: 'datacenters' | 'networks', label: string, placeholder: string) => (
    <div className="al-ic-field">
      <label htmlFor={`al-d2-${field}`}>{label}</label>
      <TokenField
        id={`al-d2-${field}`}
        label={label}
        values={form[field]}
        placeholder={placeholder}
        invalid={false}
        onChange={(values) => onChange({ [field]: values })}
      />
    </div>
  );
  return (
    <>
      {text('server', 'Server', 'vcenter-b.example.com')}
      {list('datacenters', 'Datacenters', 'dc-b')}
      {text('name', 'Failure domain in it', 'fd-b')}
      {text('region', 'Region', 'west')}
      {text('zone', 'Zone', 'west-1')}
      {text('computeCluster', 'Compute cluster', '/dc-b/host/cluster')}
      {text('datastore', 'Datastore', '/dc-b/datastore/name')}
      {list('networks', 'Networks', 'VM Network')}
    </>
  );
}
