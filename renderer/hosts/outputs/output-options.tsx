import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import type { HostOutput } from '../../../core/contract/topics/hosts.ts';
import { useHosts } from '../use-hosts.tsx';
import { t } from './messages.ts';

/** The options of an output. */
export function OutputOptions({
  output,
  onChange,
}: {
  output: HostOutput;
  onChange: (output: HostOutput) => void;
}) {
  const { set } = useHosts();
  if (output.kind === 'machine-configs')
    return (
      <div className="al-column">
        <Checkbox
          id="al-hosts-gzip"
          label={t('gzipLabel')}
          description={t('gzipHelp')}
          isChecked={output.gzip ?? false}
          onChange={(_event, gzip) => onChange({ ...output, gzip })}
        />
        <Checkbox
          id="al-hosts-one-file"
          label={t('oneFileLabel')}
          description={t('oneFileHelp')}
          isChecked={output.oneFile ?? false}
          onChange={(_event, oneFile) => onChange({ ...output, oneFile })}
        />
        <Checkbox
          id="al-hosts-extension"
          label={t('extensionLabel')}
          description={t('extensionHelp')}
          isChecked={output.extension === 'yaml'}
          onChange={(_event, yaml) => onChange({ ...output, extension: yaml ? 'yaml' : 'yml' })}
        />
      </div>
    );
  if (output.kind !== 'scale-out' && output.kind !== 'install-config') return null;
  const bmc = (
    <Checkbox
      id="al-hosts-bmc-tls"
      label={t('bmcTlsLabel')}
      description={t('bmcTlsHelp')}
      isChecked={output.bmcTlsVerify ?? true}
      onChange={(_event, bmcTlsVerify) => onChange({ ...output, bmcTlsVerify })}
    />
  );
  if (output.kind === 'install-config') return <div className="al-column">{bmc}</div>;
  const toggle = (name: string, chosen: boolean) =>
    onChange({
      ...output,
      hosts: chosen ? [...output.hosts, name] : output.hosts.filter((one) => one !== name),
    });
  return (
    <div className="al-column">
      <fieldset className="al-hosts-pick">
        <legend>{t('newHostsLabel')}</legend>
        <div>
          {set.hosts
            .filter(({ name, role }) => name !== '' && role !== 'master')
            .map(({ name }) => (
              <Checkbox
                key={name}
                id={`al-hosts-new-${name}`}
                label={name}
                isChecked={output.hosts.includes(name)}
                onChange={(_event, chosen) => toggle(name, chosen)}
              />
            ))}
        </div>
      </fieldset>
      <FormGroup label={t('machineConfigLabel')} fieldId="al-hosts-present">
        <TextArea
          id="al-hosts-present"
          className="al-mono al-hosts-paste"
          rows={3}
          resizeOrientation="vertical"
          spellCheck={false}
          placeholder="oc get mc 10-br-ex-worker -o yaml"
          value={output.machineConfig ?? ''}
          onChange={(_event, machineConfig) => {
            const { machineConfig: _before, ...rest } = output;
            onChange(machineConfig.trim() === '' ? rest : { ...rest, machineConfig });
          }}
        />
      </FormGroup>
      <p className="al-sub al-small">{t('machineConfigHelp')}</p>
      {bmc}
    </div>
  );
}
