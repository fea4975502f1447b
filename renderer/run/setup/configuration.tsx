import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { useState } from 'react';
import type { OpenedPlan } from '../../../core/contract/topics/plan.ts';
import type { WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import { useClient } from '../../engine/provider.tsx';
import { useAsk } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { FieldNote } from '../../parts/fields/field-note.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { relativeTime } from '../../parts/format.ts';
import type { SetupField, SetupPlaces } from '../request/setup-fields.ts';
import { lastPart } from '../request/setup-sentence.ts';
import { beginDraft } from '../request/use-configuration.ts';
import { ApprovedPlanField } from './approved-plan-field.tsx';
import { t } from './messages.ts';
import { STARTER_CONFIGURATION } from './starter-configuration.ts';

const OTHER = 'other';
const NEW = 'new';
const APPROVED = 'approved';

/** The content that is being added: another file, a new file, or an approved plan. */
export type AddedConfiguration = 'other' | 'new' | 'approved';

/** A plan that replaces the configuration. */
export interface ApprovedPlan {
  opened: OpenedPlan | undefined;
  /** The key of the required signature. Empty: no signature is required. */
  requireSignature: string;
  /** Called with undefined to use a configuration again. */
  onChange: (opened: OpenedPlan | undefined, requireSignature: string) => void;
}

/** Chooses a configuration of the workspace, another file, a new one, or an approved plan. */
export function ConfigurationField({
  workflow,
  places,
  problems,
  change,
  adding,
  onAdding,
  approved,
}: {
  approved: ApprovedPlan;
  workflow: WorkflowKind;
  places: SetupPlaces;
  problems: Partial<Record<SetupField, string>>;
  change: (changes: Partial<SetupPlaces>) => void;
  adding: AddedConfiguration | undefined;
  onAdding: (adding: AddedConfiguration | undefined) => void;
}) {
  const list = useAsk(
    'configurations.list',
    { workspace: places.directory },
    { enabled: places.directory.startsWith('/'), keep: true },
  );
  const found = list.data?.configurations ?? [];
  const now = new Date();
  const planned = adding === undefined ? approved.opened !== undefined : adding === APPROVED;
  const listed = found.some(({ file }) => file === places.config);
  return (
    <>
      <FormGroup label={t('configurationLabel')} fieldId="al-configuration">
        <FormSelect
          id="al-configuration"
          value={planned ? APPROVED : (adding ?? places.config)}
          validated={problems.config ? 'error' : 'default'}
          onChange={(_event, value) => {
            if (value === OTHER || value === NEW || value === APPROVED) return onAdding(value);
            onAdding(undefined);
            approved.onChange(undefined, '');
            change({ config: value });
          }}
          aria-describedby="al-configuration-note"
        >
          {workflow === 'diskToMirror' ? (
            <FormSelectOption value="" label={t('transferConfigurations')} />
          ) : (
            <FormSelectOption value="" label={t('chooseConfiguration')} isDisabled />
          )}
          {places.config !== '' && !listed && (
            <FormSelectOption value={places.config} label={lastPart(places.config)} />
          )}
          {found.map(({ file, name, usedAt }) => (
            <FormSelectOption
              key={file}
              value={file}
              label={
                usedAt
                  ? t('usedConfiguration', {
                      configuration: name,
                      time: relativeTime(new Date(usedAt), now),
                    })
                  : name
              }
            />
          ))}
          <FormSelectOption value={OTHER} label={t('openOther')} />
          <FormSelectOption value={NEW} label={t('newConfiguration')} />
          <FormSelectOption
            value={APPROVED}
            label={
              approved.opened
                ? t('openedApproved', { plan: lastPart(approved.opened.file) })
                : t('openApproved')
            }
          />
        </FormSelect>
        {problems.config && (
          <FieldNote id="al-configuration-note" problem={problems.config}>
            {undefined}
          </FieldNote>
        )}
      </FormGroup>
      {planned && (
        <ApprovedPlanField
          opened={approved.opened}
          required={approved.requireSignature}
          folder={places.directory}
          onOpened={(opened, requireSignature) => {
            onAdding(undefined);
            approved.onChange(opened, requireSignature);
          }}
          onCancel={() => {
            onAdding(undefined);
            approved.onChange(undefined, '');
          }}
        />
      )}
      {adding && adding !== APPROVED && (
        <AddConfiguration
          key={adding}
          kind={adding}
          folder={places.directory}
          onAdd={(config) => {
            onAdding(undefined);
            approved.onChange(undefined, '');
            change({ config });
          }}
          onCancel={() => onAdding(undefined)}
        />
      )}
    </>
  );
}

/** Opens a file, or starts a new one. An existing file is opened, never replaced. */
function AddConfiguration({
  kind,
  folder,
  onAdd,
  onCancel,
}: {
  kind: Exclude<AddedConfiguration, 'approved'>;
  folder: string;
  onAdd: (file: string) => void;
  onCancel: () => void;
}) {
  const client = useClient();
  const [file, setFile] = useState(kind === 'new' && folder ? `${folder}/imageset-config.yaml` : '');
  const [pending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const add = async () => {
    setPending(true);
    setError(undefined);
    try {
      await client.request('configurations.read', { file });
      onAdd(file);
    } catch (thrown) {
      if (kind === 'new') {
        beginDraft(file, STARTER_CONFIGURATION);
        onAdd(file);
      } else setError(thrown);
    } finally {
      setPending(false);
    }
  };
  const usable = file.startsWith('/') && /\.ya?ml$/.test(file);
  return (
    <fieldset className="al-setup-add">
      <legend className="al-unseen">{t(kind === 'new' ? 'newConfiguration' : 'openOther')}</legend>
      <PathInput
        id="al-configuration-path"
        label={t('fileLabel')}
        kind={kind === 'new' ? 'save' : 'file'}
        value={file}
        onChange={setFile}
        extensions={['yaml', 'yml']}
        helper={t('fileHelp')}
        autoFocus
      />
      <div className="al-actions">
        <Button variant="secondary" isDisabled={!usable || pending} onClick={() => void add()}>
          {t(kind === 'new' ? 'createConfigurationButton' : 'openFileButton')}
        </Button>
        <Button variant="link" onClick={onCancel}>
          {t('cancelButton')}
        </Button>
      </div>
      {error !== undefined && <FailureAlert error={error} title={t('openFailedTitle')} />}
    </fieldset>
  );
}
