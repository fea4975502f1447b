import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup, FormHelperText } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';
import { InputGroup, InputGroupItem } from '@patternfly/react-core/dist/esm/components/InputGroup';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type ReactNode, useState } from 'react';
import type { WorkflowKind } from '../../core/contract/vocabulary.ts';
import type { WorkspaceLine } from '../../core/contract/workspace.ts';
import { useClient } from '../engine/provider.tsx';
import { useAsk, useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { relativeTime } from '../parts/format.ts';
import { PathInput } from '../parts/path-input.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { firstTrouble } from './registry-trouble.ts';
import type { SetupField, SetupPlaces } from './setup-fields.ts';
import { lastPart } from './setup-sentence.ts';
import { STARTER_CONFIGURATION } from './starter-configuration.ts';
import { beginDraft } from './use-configuration.ts';

const OTHER = 'other';
const NEW = 'new';

export interface PlacesProps {
  workflow: WorkflowKind;
  places: SetupPlaces;
  problems: Partial<Record<SetupField, string>>;
  workspaces: readonly WorkspaceLine[];
  destinationTlsVerify: boolean;
  change: (changes: Partial<SetupPlaces>) => void;
}

/** From where, to where, for whom, and by which configuration. */
export function SetupPlacesFields(props: PlacesProps) {
  const { workflow } = props;
  return (
    <>
      <DirectoryField {...props} />
      {workflow !== 'mirrorToDisk' && <DestinationField {...props} />}
      {workflow === 'mirrorToDisk' && <EnclaveField {...props} />}
      <ConfigurationField {...props} />
    </>
  );
}

function DirectoryField({ workflow, places, problems, workspaces, change }: PlacesProps) {
  const label = workflow === 'diskToMirror' ? 'From' : 'Workspace';
  const known = workspaces.some(({ directory }) => directory === places.directory);
  const [other, setOther] = useState(false);
  const typed = other || (places.directory !== '' && !known) || workspaces.length === 0;
  const select = (
    <FormGroup label={label} fieldId="al-directory">
      <FormSelect
        id="al-directory"
        value={typed ? OTHER : places.directory}
        onChange={(_event, value) => {
          setOther(value === OTHER);
          change({ directory: value === OTHER ? '' : value, config: '', enclave: '' });
        }}
      >
        {!typed && places.directory === '' && (
          <FormSelectOption value="" label="Choose a workspace" isDisabled />
        )}
        {workspaces.map(({ directory, name, state, practice }) => (
          <FormSelectOption
            key={directory}
            value={directory}
            label={`${practice ? 'Practice' : name}, ${directory}`}
            isDisabled={state === 'absent'}
          />
        ))}
        <FormSelectOption value={OTHER} label="Another folder" />
      </FormSelect>
    </FormGroup>
  );
  return (
    <>
      {workspaces.length > 0 && select}
      {typed && (
        <PathInput
          id="al-directory-path"
          label={workspaces.length > 0 ? 'Folder' : label}
          kind="folder"
          value={places.directory}
          onChange={(directory) => change({ directory })}
          helper={
            workflow === 'diskToMirror'
              ? 'A workspace, one transfer, or a folder of mirror_*.tar. It is only read.'
              : 'It is made when it is not there yet.'
          }
          {...(problems.directory && { error: problems.directory })}
        />
      )}
      {!typed && problems.directory && <Problem text={problems.directory} />}
    </>
  );
}

function EnclaveField({ places, problems, workspaces, change }: PlacesProps) {
  const enclaves = workspaces.find(({ directory }) => directory === places.directory)?.enclaves ?? [];
  return (
    <FormGroup label="Enclave" fieldId="al-enclave">
      <TextInput
        id="al-enclave"
        value={places.enclave}
        placeholder="default"
        list="al-enclaves"
        autoComplete="off"
        spellCheck={false}
        validated={problems.enclave ? 'error' : 'default'}
        onChange={(_event, enclave) => change({ enclave })}
        aria-describedby="al-enclave-note"
      />
      <datalist id="al-enclaves">
        {enclaves.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Note id="al-enclave-note" problem={problems.enclave}>
        The site it is for; what it was sent is not carried again.
      </Note>
    </FormGroup>
  );
}

function DestinationField({ places, problems, destinationTlsVerify, change }: PlacesProps) {
  const known = useAsk('registries.list', {});
  const test = useDo('registries.test');
  const { destination } = places;
  const result = test.variables?.name === destination ? test.data : undefined;
  return (
    <FormGroup label="Destination registry" fieldId="al-destination">
      <InputGroup>
        <InputGroupItem isFill>
          <TextInput
            id="al-destination"
            className="al-mono"
            value={destination}
            placeholder="registry.lab:5000/mirror"
            list="al-destinations"
            autoComplete="off"
            spellCheck={false}
            validated={problems.destination ? 'error' : 'default'}
            onChange={(_event, value) => change({ destination: value.trim() })}
            aria-describedby="al-destination-note"
          />
        </InputGroupItem>
        <InputGroupItem>
          <Button
            variant="control"
            isDisabled={destination === '' || problems.destination !== undefined || test.isPending}
            onClick={() => test.mutate({ name: destination, tlsVerify: destinationTlsVerify, push: true })}
          >
            {test.isPending ? 'Testing' : 'Test'}
          </Button>
        </InputGroupItem>
      </InputGroup>
      <datalist id="al-destinations">
        {known.data?.registries.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Note id="al-destination-note" problem={problems.destination}>
        HOST:PORT, or with a path below which everything goes.
      </Note>
      {test.error && <FailureAlert error={test.error} title="The registry was not tested" />}
      {result && <RegistryAnswer result={result} />}
    </FormGroup>
  );
}

function RegistryAnswer({ result }: { result: Parameters<typeof firstTrouble>[0] }) {
  const trouble = firstTrouble(result);
  return (
    <div className="al-setup-test" role="status">
      {trouble ? (
        <>
          <StateMark mark={trouble.mark}>{trouble.title}</StateMark>
          <p>{trouble.detail}</p>
          {trouble.remedy && <p className="al-sub">{trouble.remedy}</p>}
        </>
      ) : (
        <StateMark mark="good">Answers, and takes a push</StateMark>
      )}
    </div>
  );
}

function ConfigurationField({ workflow, places, problems, change }: PlacesProps) {
  const list = useAsk(
    'configurations.list',
    { workspace: places.directory },
    { enabled: places.directory.startsWith('/'), keep: true },
  );
  const [adding, setAdding] = useState<'other' | 'new'>();
  const found = list.data?.configurations ?? [];
  const now = new Date();
  const listed = found.some(({ file }) => file === places.config);
  return (
    <>
      <FormGroup label="Configuration" fieldId="al-configuration">
        <FormSelect
          id="al-configuration"
          value={adding ?? places.config}
          validated={problems.config ? 'error' : 'default'}
          onChange={(_event, value) => {
            if (value === OTHER || value === NEW) return setAdding(value);
            setAdding(undefined);
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
        </FormSelect>
        {problems.config && (
          <Note id="al-configuration-note" problem={problems.config}>
            {undefined}
          </Note>
        )}
      </FormGroup>
      {adding && (
        <AddConfiguration
          key={adding}
          kind={adding}
          folder={places.directory}
          onAdd={(config) => {
            setAdding(undefined);
            change({ config });
          }}
          onCancel={() => setAdding(undefined)}
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
  kind: 'other' | 'new';
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
      <legend className="al-hidden">{kind === 'new' ? 'New configuration' : 'Open another file'}</legend>
      <PathInput
        id="al-configuration-path"
        label="File"
        kind={kind === 'new' ? 'save' : 'file'}
        value={file}
        onChange={setFile}
        extensions={['yaml', 'yml']}
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

function Note({ id, problem, children }: { id: string; problem: string | undefined; children: ReactNode }) {
  return (
    <FormHelperText>
      <HelperText id={id}>
        <HelperTextItem variant={problem ? 'error' : 'default'}>{problem ?? children}</HelperTextItem>
      </HelperText>
    </FormHelperText>
  );
}

function Problem({ text }: { text: string }) {
  return <StateMark mark="bad">{text}</StateMark>;
}
