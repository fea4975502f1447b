import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import type { StartingState } from '../../../core/contract/topics/day2-requests.ts';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { TokenField } from '../form/token-field.tsx';
import { t } from './messages.ts';
import type { Day2Form } from './words.ts';

/** The fields of the selected kind of change. */
export function Day2ChangeForm({
  form,
  state,
  onChange,
}: {
  form: Day2Form;
  state: StartingState;
  onChange: (changed: Partial<Day2Form>) => void;
}) {
  if (form.kind === 'convert') return <p className="al-sub al-small">{t('convertHelp')}</p>;
  if (form.kind === 'remove')
    return (
      <div className="al-ic-field">
        <label htmlFor="al-d2-remove">{t('removeLabel')}</label>
        <FormSelect id="al-d2-remove" value={form.remove} onChange={(_event, remove) => onChange({ remove })}>
          <FormSelectOption value="" label={t('removePlaceholder')} isDisabled />
          {state.vcenters.map(({ server }) => (
            <FormSelectOption key={server} value={server} label={server} />
          ))}
        </FormSelect>
        <span className="al-sub al-small">{t('removeHelp')}</span>
      </div>
    );
  if (form.kind === 'domains')
    return (
      <div className="al-ic-field-wide">
        <PathInput
          id="al-d2-domains"
          label={t('domainsFileLabel')}
          kind="file"
          extensions={['yaml', 'yml', 'json']}
          value={form.file}
          onChange={(file) => onChange({ file })}
          helper={t('domainsFileHelp')}
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
      {text('server', t('serverLabel'), 'vcenter-b.example.com')}
      {list('datacenters', t('datacentersLabel'), 'dc-b')}
      {text('name', t('domainLabel'), 'fd-b')}
      {text('region', t('regionLabel'), 'west')}
      {text('zone', t('zoneLabel'), 'west-1')}
      {text('computeCluster', t('computeClusterLabel'), '/dc-b/host/cluster')}
      {text('datastore', t('datastoreLabel'), '/dc-b/datastore/name')}
      {list('networks', t('networksLabel'), 'VM Network')}
    </>
  );
}
