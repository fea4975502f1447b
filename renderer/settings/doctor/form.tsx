import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import type { FormEvent } from 'react';
import type { RequestInput } from '../../../core/contract/contract.ts';
import { useAsk } from '../../engine/requests.ts';
import { FieldNote } from '../../parts/fields/field-note.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { useAddress } from '../../parts/use-address.ts';
import { typedRegistry } from '../parts/registry-words.ts';
import { t } from './messages.ts';

/** Chooses what to check, and stores the choice in the address. If all fields are empty, only this host is checked. */
export function DoctorForm({
  workspace: lastWorkspace,
  examining,
  again,
  onCheck,
  onCancel,
}: {
  /** The suggested workspace. */
  workspace: string | undefined;
  examining: boolean;
  again: boolean;
  onCheck: (input: Omit<RequestInput<'doctor.examine'>, 'ticket'>) => void;
  onCancel: () => void;
}) {
  const [address, change] = useAddress();
  const registries = useAsk('registries.list', {}).data?.registries ?? [];
  const value = (name: string) => address.get(name) ?? '';
  const set = (name: string) => (text: string) => change((parameters) => parameters.set(name, text));
  const config = value('config');
  const workspace = address.get('workspace') ?? lastWorkspace ?? '';
  const destination = value('destination');
  const listed = registries.find(({ name }) => name === destination);
  const destinationTlsVerify = address.has('tls') ? value('tls') === 'true' : (listed?.tlsVerify ?? true);
  const sourceTlsVerify = value('sourceTls') !== 'false';
  const typed = typedRegistry(destination);
  const wrong = destination.trim() !== '' && 'error' in typed ? typed.error : undefined;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (wrong !== undefined || examining) return;
    onCheck({
      sourceTlsVerify,
      destinationTlsVerify,
      configFile: config.trim() || undefined,
      workspace: workspace.trim() || undefined,
      destination: 'name' in typed ? typed.name : undefined,
    });
  };
  return (
    <Card title={t('formTitle')} note={t('formNote')}>
      <form className="al-column" onSubmit={onSubmit} noValidate>
        <div className="al-doctor-fields">
          <PathInput
            id="al-doctor-config"
            label={t('configurationLabel')}
            kind="file"
            extensions={['yaml', 'yml']}
            value={config}
            onChange={set('config')}
            helper={t('configurationHelp')}
          />
          <PathInput
            id="al-doctor-workspace"
            label={t('workspaceLabel')}
            kind="directory"
            value={workspace}
            onChange={set('workspace')}
            helper={t('workspaceHelp')}
          />
          <FormGroup label={t('destinationLabel')} fieldId="al-doctor-destination">
            <TextInput
              id="al-doctor-destination"
              className="al-mono"
              value={destination}
              placeholder="registry.lab:5000/mirror"
              list="al-doctor-destinations"
              autoComplete="off"
              spellCheck={false}
              validated={wrong ? 'error' : 'default'}
              aria-describedby="al-doctor-destination-note"
              onChange={(_event, text) => set('destination')(text)}
            />
            <datalist id="al-doctor-destinations">
              {registries.map(({ name }) => (
                <option key={name} value={name} />
              ))}
            </datalist>
            <FieldNote id="al-doctor-destination-note" problem={wrong}>
              {t('destinationHelp')}
            </FieldNote>
          </FormGroup>
        </div>
        <div className="al-row al-wrap al-doctor-line">
          {/* With keys, a click can't turn one button into the other and submit the form again. */}
          {examining ? (
            <Button key="cancel" variant="secondary" onClick={onCancel}>
              {t('cancelButton')}
            </Button>
          ) : (
            <RequestButton
              request="doctor.examine"
              key="check"
              type="submit"
              variant="primary"
              isDisabled={wrong !== undefined}
            >
              {again ? t('checkAgainButton') : t('checkButton')}
            </RequestButton>
          )}
          <Checkbox
            id="al-doctor-source-tls"
            label={t('sourceTlsLabel')}
            isChecked={sourceTlsVerify}
            onChange={(_event, checked) => set('sourceTls')(String(checked))}
          />
          {destination !== '' && (
            <Checkbox
              id="al-doctor-tls"
              label={t('destinationTlsLabel')}
              isChecked={destinationTlsVerify}
              onChange={(_event, checked) => set('tls')(String(checked))}
            />
          )}
        </div>
      </form>
    </Card>
  );
}
