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
import { STARTER_CONFIGURATION } from './starter-configuration.ts';

const OTHER = 'other';
const NEW = 'new';
const APPROVED = 'approved';

/** How what to mirror is being added: another file, one that does not exist yet, or a plan that was approved. */
export type AddedConfiguration = 'other' | 'new' | 'approved';

/** The plan that takes the place of a configuration. */
export interface ApprovedPlan {
  opened: OpenedPlan | undefined;
  /** Who must have signed it; empty: nobody is asked for. */
  requireSignature: string;
  /** Undefined: a configuration again. */
  onChange: (opened: OpenedPlan | undefined, requireSignature: string) => void;
}

/** Which configuration: one of the workspace, another file, or a new one. */
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
      <FormGroup label="Configuration" fieldId="al-configuration">
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
            <FormSelectOption value="" label="What the transfers carry" />
          ) : (
            <FormSelectOption value="" label="Choose a configuration" isDisabled />
          )}
          {places.config !== '' && !listed && (
            <FormSelectOption value={places.config} label={lastPart(places.config)} />
          )}
          {found.map(({ file, name, usedAt }) => (
            <FormSelectOption
              key={file}
              value={file}
              label={usedAt ? `${name}, used ${relativeTime(new Date(usedAt), now)}` : name}
            />
          ))}
          <FormSelectOption value={OTHER} label="Open another file" />
          <FormSelectOption value={NEW} label="New configuration" />
          <FormSelectOption
            value={APPROVED}
            label={approved.opened ? `Approved: ${lastPart(approved.opened.file)}` : 'Open an approved plan'}
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

/** Opens a file, or begins a new one; a file that is there already is opened, never begun anew. */
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
      <legend className="al-unseen">{kind === 'new' ? 'New configuration' : 'Open another file'}</legend>
      <PathInput
        id="al-configuration-path"
        label="File"
        kind={kind === 'new' ? 'save' : 'file'}
        value={file}
        onChange={setFile}
        extensions={['yaml', 'yml']}
        helper="You can plan and start once the file is open."
        autoFocus
      />
      <div className="al-actions">
        <Button variant="secondary" isDisabled={!usable || pending} onClick={() => void add()}>
          {kind === 'new' ? 'Begin configuration' : 'Open file'}
        </Button>
        <Button variant="link" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      {error !== undefined && <FailureAlert error={error} title="The file was not opened" />}
    </fieldset>
  );
}
