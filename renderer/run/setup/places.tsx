import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { InputGroup, InputGroupItem } from '@patternfly/react-core/dist/esm/components/InputGroup';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { RegistryTest } from '../../../core/contract/topics/settings.ts';
import type { WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { useAsk, useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { FieldNote } from '../../parts/fields/field-note.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { termTag } from '../../parts/term.tsx';
import { Words } from '../../parts/words.tsx';
import { firstProblem } from '../request/registry-trouble.ts';
import type { SetupField, SetupPlaces } from '../request/setup-fields.ts';
import { type AddedConfiguration, type ApprovedPlan, ConfigurationField } from './configuration.tsx';
import { t } from './messages.ts';

const OTHER = 'other';

interface PlacesProps {
  workflow: WorkflowKind;
  places: SetupPlaces;
  problems: Partial<Record<SetupField, string>>;
  workspaces: readonly WorkspaceLine[];
  destinationTlsVerify: boolean;
  change: (changes: Partial<SetupPlaces>) => void;
  adding: AddedConfiguration | undefined;
  onAdding: (adding: AddedConfiguration | undefined) => void;
  approved: ApprovedPlan;
}

/** The source, the destination, the enclave and the configuration. */
export function SetupPlacesFields(props: PlacesProps) {
  const { workflow } = props;
  return (
    <>
      {props.places.source !== '' && workflow !== 'diskToMirror' && <SourceField {...props} />}
      <DirectoryField {...props} />
      {workflow !== 'mirrorToDisk' && <DestinationField {...props} />}
      {workflow === 'mirrorToDisk' && <EnclaveField {...props} />}
      <ConfigurationField {...props} />
      {workflow === 'mirrorToDisk' && (
        <p className="al-small">
          <Link to={`/fetch/request?${new URLSearchParams({ workspace: props.places.directory })}`}>
            {t('openRequestLink')}
          </Link>
        </p>
      )}
    </>
  );
}

/** The site's own content, in place of the original registries. */
function SourceField({ places, change }: Pick<PlacesProps, 'places' | 'change'>) {
  return (
    <FormGroup label={t('contentSourceLabel')} role="group" fieldId="al-content-source">
      <p className="al-mono al-anywhere">{places.source}</p>
      <FieldNote id="al-content-source-note" problem={undefined}>
        {t('contentSourceHelp')}{' '}
        <Button variant="link" isInline onClick={() => change({ source: '' })}>
          {t('originalRegistriesButton')}
        </Button>
      </FieldNote>
    </FormGroup>
  );
}

/** Chooses a workspace on the list, or another folder. */
export function DirectoryField({
  workflow,
  places,
  problems,
  workspaces,
  change,
}: Pick<PlacesProps, 'workflow' | 'problems' | 'workspaces'> & {
  places: Pick<SetupPlaces, 'directory'>;
  change: (changes: { directory: string }) => void;
}) {
  const label = t(workflow === 'diskToMirror' ? 'sourceLabel' : 'workspaceLabel');
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
          change({ directory: value === OTHER ? '' : value });
        }}
      >
        {!typed && places.directory === '' && (
          <FormSelectOption value="" label={t('chooseWorkspace')} isDisabled />
        )}
        {workspaces.map(({ directory, name, state, practice }) => (
          <FormSelectOption
            key={directory}
            value={directory}
            label={t('workspaceOption', {
              workspace: practice ? t('practiceWorkspace') : name,
              folder: directory,
            })}
            isDisabled={state === 'absent'}
          />
        ))}
        <FormSelectOption value={OTHER} label={t('otherDirectory')} />
      </FormSelect>
    </FormGroup>
  );
  return (
    <>
      {workspaces.length > 0 && select}
      {typed && (
        <PathInput
          id="al-directory-path"
          label={workspaces.length > 0 ? t('directoryLabel') : label}
          kind="directory"
          value={places.directory}
          onChange={(directory) => change({ directory })}
          helper={t(workflow === 'diskToMirror' ? 'sourceHelp' : 'workspaceHelp')}
          error={problems.directory || undefined}
        />
      )}
      {!typed && problems.directory && <Problem text={problems.directory} />}
    </>
  );
}

/** The enclave of a transfer, with the enclaves of the workspace as suggestions. */
export function EnclaveField({
  places,
  problems,
  workspaces,
  change,
}: Pick<PlacesProps, 'problems' | 'workspaces'> & {
  places: Pick<SetupPlaces, 'directory' | 'enclave'>;
  change: (changes: { enclave: string }) => void;
}) {
  const enclaves = workspaces.find(({ directory }) => directory === places.directory)?.enclaves ?? [];
  return (
    <FormGroup label={t('enclaveLabel')} fieldId="al-enclave">
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
      <FieldNote id="al-enclave-note" problem={problems.enclave}>
        {t.parts('enclaveHelp', { transfer: termTag('transfer'), enclave: termTag('enclave') })}
      </FieldNote>
    </FormGroup>
  );
}

/** The destination registry with its test. `below` solves what the test found, and repeats it. */
export function DestinationField({
  places,
  problems,
  destinationTlsVerify,
  change,
  below,
}: Pick<PlacesProps, 'problems' | 'destinationTlsVerify'> & {
  below?: (result: RegistryTest, again: () => void) => ReactNode;
  places: Pick<SetupPlaces, 'destination'>;
  change: (changes: { destination: string }) => void;
}) {
  const known = useAsk('registries.list', {});
  const test = useDo('registries.test');
  const { destination } = places;
  const result = test.variables?.name === destination ? test.data : undefined;
  const retest = (name: string) => test.mutate({ name, tlsVerify: destinationTlsVerify, push: true });
  return (
    <FormGroup label={t('destinationLabel')} fieldId="al-destination">
      <InputGroup className="al-setup-destination">
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
            onClick={() => retest(destination)}
          >
            {t(test.isPending ? 'testing' : 'testButton')}
          </Button>
        </InputGroupItem>
      </InputGroup>
      <datalist id="al-destinations">
        {known.data?.registries.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <FieldNote id="al-destination-note" problem={problems.destination}>
        {t('destinationHelp')}
      </FieldNote>
      {test.error && <FailureAlert error={test.error} title={t('testFailedTitle')} />}
      {result && (
        <>
          <TestResult result={result} />
          {below?.(result, () => retest(destination))}
        </>
      )}
    </FormGroup>
  );
}

function TestResult({ result }: { result: Parameters<typeof firstProblem>[0] }) {
  const trouble = firstProblem(result);
  return (
    <div className="al-setup-test" role="status">
      {trouble ? (
        <>
          <StateMark mark={trouble.mark}>{trouble.title}</StateMark>
          <p>
            <Words text={trouble.detail} />
          </p>
          {trouble.remedy && (
            <p className="al-sub">
              <Words text={trouble.remedy} />
            </p>
          )}
        </>
      ) : (
        <StateMark mark="good">{t('testPassed')}</StateMark>
      )}
    </div>
  );
}

function Problem({ text }: { text: string }) {
  return <StateMark mark="bad">{text}</StateMark>;
}
