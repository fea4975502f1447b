import './setup.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Form } from '@patternfly/react-core/dist/esm/components/Form';
import { useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { failureOf } from '../../core/contract/contract-error.ts';
import type { ContractProblem, WorkflowKind } from '../../core/contract/vocabulary.ts';
import type { WorkspaceLine } from '../../core/contract/workspace.ts';
import { runAddress } from '../addresses.ts';
import { useClient } from '../engine/provider.tsx';
import { useAsk } from '../engine/requests.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FailureAlert, ProblemList } from '../parts/failure.tsx';
import { counted, size } from '../parts/format.ts';
import { workflowWord } from '../parts/run-words.ts';
import { Card, Screen } from '../parts/screen.tsx';
import type { YamlEditorHandle } from '../parts/yaml-editor.tsx';
import { CarriedTransfers } from './carried-transfers.tsx';
import { ConfigurationPane } from './configuration-pane.tsx';
import { PlanView } from './plan-view.tsx';
import {
  optionsFrom,
  type SetupOptions,
  type SetupPlaces,
  settingsOf,
  setupProblems,
} from './setup-fields.ts';
import { SetupOptionsFields } from './setup-options.tsx';
import { SetupPlacesFields } from './setup-places.tsx';
import { lastPart, setupSentence } from './setup-sentence.ts';
import { useConfiguration, useUnsavedWarning } from './use-configuration.ts';
import { usePlan } from './use-plan.ts';

const START: Record<WorkflowKind, string> = {
  mirrorToDisk: 'Start fetch',
  diskToMirror: 'Start push',
  mirrorToMirror: 'Start mirror',
};

/** Names of the places in the address. */
const PARAMETERS: Record<keyof SetupPlaces, string> = {
  directory: 'workspace',
  config: 'config',
  destination: 'destination',
  enclave: 'enclave',
  state: 'state',
};

/** Where, for whom and by which configuration; the plan of it; and the start. */
export function SetupScreen({ workflow }: { workflow: WorkflowKind }) {
  const client = useClient();
  const navigate = useNavigate();
  const workspaces = useAsk('workspaces.list', {});
  const settingsFile = useAsk('settings.read', {});
  const lines = workspaces.data?.workspaces ?? NO_WORKSPACES;
  const [places, changePlaces] = usePlaces(workflow, lines);
  const [chosen, setChosen] = useState<Partial<SetupOptions>>({});
  const options = { ...optionsFrom(settingsFile.data?.defaults ?? {}), ...chosen };
  const [pane, setPane] = useState<'configuration' | 'plan'>('configuration');
  const [tried, setTried] = useState(false);
  const [starting, setStarting] = useState(false);
  const [failed, setFailed] = useState<{ error: unknown; title: string }>();
  const editor = useRef<YamlEditorHandle>(null);
  const configuration = useConfiguration(places.config);
  useUnsavedWarning();

  const settings = settingsOf(workflow, places, options);
  const wanted = JSON.stringify([settings, configuration.text]);
  const planning = usePlan(workflow, wanted);
  const problems = setupProblems(workflow, places, options);
  const missing = Object.keys(problems).length > 0;
  const usesFile = places.config !== '' && !options.planFile;
  const configErrors = usesFile ? configuration.problems.filter(({ level }) => level === 'error').length : 0;
  const blocked = configErrors > 0;
  const save = usesFile && configuration.unsaved;
  const plan = planning.current ? planning.plan : undefined;
  const where = nameOf(places.directory, lines);

  /** Saves the text and makes the workspace known. @returns whether that went well */
  const prepare = async (): Promise<boolean> => {
    setTried(true);
    setFailed(undefined);
    planning.forgetError();
    if (missing || blocked) return false;
    if (save && !(await configuration.save())) {
      setPane('configuration');
      return false;
    }
    if (workflow === 'diskToMirror' || lines.some(({ directory }) => directory === places.directory))
      return true;
    try {
      await client.request('workspaces.open', { directory: places.directory, create: true });
      return true;
    } catch (error) {
      setFailed({ error, title: 'The workspace was not opened' });
      return false;
    }
  };
  const makePlan = async () => {
    if (!(await prepare())) return;
    if (await planning.make(settings, wanted)) setPane('plan');
  };
  const start = async () => {
    setStarting(true);
    try {
      if (!(await prepare())) return;
      const { run } = await client.request('runs.start', { settings });
      await navigate(runAddress(run));
    } catch (error) {
      setFailed({ error, title: `The ${workflowWord(workflow).toLowerCase()} was not started` });
    } finally {
      setStarting(false);
    }
  };
  const jump = ({ line, column }: ContractProblem) => {
    setPane('configuration');
    // The editor may only be there after the pane was changed.
    if (line !== undefined) setTimeout(() => editor.current?.jump(line, column));
  };
  const errors = [
    ...(planning.error === undefined ? [] : [{ error: planning.error, title: 'The plan was not made' }]),
    ...(failed ? [failed] : []),
  ];
  const tabs = planning.plan && usesFile && (
    <fieldset className="al-chips">
      <legend className="al-hidden">Show</legend>
      {(['configuration', 'plan'] as const).map((each) => (
        <button
          key={each}
          type="button"
          className={pane === each ? 'al-chip al-chip-on' : 'al-chip'}
          aria-pressed={pane === each}
          onClick={() => setPane(each)}
        >
          {each === 'configuration' ? 'Configuration' : 'Plan'}
        </button>
      ))}
    </fieldset>
  );
  const title = <h2>{pane === 'plan' ? 'Plan' : 'Configuration'}</h2>;
  return (
    <Screen
      scroll={false}
      eyebrow={[
        workflowWord(workflow),
        ...(where ? [<strong key="where">{where}</strong>] : []),
        'nothing is moved before it is started',
      ]}
      sentence={setupSentence({
        workflow,
        places,
        plan,
        planning: planning.planning,
        work: planning.work,
        configErrors,
        where,
      })}
      actions={
        planning.planning ? (
          <Button variant="secondary" onClick={planning.cancel}>
            Cancel plan
          </Button>
        ) : (
          <>
            {plan && (
              <Button
                variant={plan.nothingNew ? 'secondary' : 'primary'}
                isDisabled={starting || blocked}
                onClick={() => void start()}
              >
                {START[workflow]}
              </Button>
            )}
            <Button
              variant={plan ? 'secondary' : 'primary'}
              isDisabled={starting || blocked}
              onClick={() => void makePlan()}
            >
              {save ? 'Save and plan' : plan ? 'Plan again' : 'Plan'}
            </Button>
            {!plan && (
              <Button variant="secondary" isDisabled={starting || blocked} onClick={() => void start()}>
                {save ? 'Save and start without a plan' : 'Start without a plan'}
              </Button>
            )}
          </>
        )
      }
    >
      {errors.length > 0 && (
        <div className="al-setup-errors">
          {errors.map(({ error, title: what }) => (
            <StartFailure key={what} error={error} title={what} file={places.config} onProblem={jump} />
          ))}
        </div>
      )}
      <div className="al-setup">
        <div className="al-setup-left">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
          <section className="al-card al-in al-setup-form" tabIndex={0} aria-label="What and where">
            <Form onSubmit={(event) => event.preventDefault()}>
              <SetupPlacesFields
                workflow={workflow}
                places={places}
                problems={tried ? problems : {}}
                workspaces={lines}
                destinationTlsVerify={options.destinationTlsVerify}
                change={changePlaces}
              />
              <SetupOptionsFields
                workflow={workflow}
                options={options}
                places={places}
                problems={problems}
                change={(changes) => setChosen((before) => ({ ...before, ...changes }))}
                changePlaces={changePlaces}
              />
            </Form>
          </section>
          {plan?.nothingNew && <LastTransfer workflow={workflow} places={places} workspaces={lines} />}
          {plan && (
            <section className="al-card al-setup-command" aria-label="The same without the app">
              <header>
                <h2>The same without the app</h2>
                <span className="al-end">
                  <CopyButton text={plan.command} what="Copy the command" />
                </span>
              </header>
              <code className="al-mono">{plan.command}</code>
            </section>
          )}
        </div>
        {planning.plan && (pane === 'plan' || !usesFile) ? (
          <PlanView
            plan={planning.plan}
            current={planning.current}
            folder={places.directory}
            tabs={tabs || title}
            onProblem={jump}
          />
        ) : usesFile ? (
          <ConfigurationPane configuration={configuration} editor={editor} tabs={tabs || title} />
        ) : (
          <NoConfiguration
            workflow={workflow}
            plan={options.planFile}
            from={lines.find(({ directory }) => directory === places.directory)}
          />
        )}
      </div>
    </Screen>
  );
}

const NO_WORKSPACES: WorkspaceLine[] = [];

/** The places of the address; where it names none, what is at hand. */
function usePlaces(
  workflow: WorkflowKind,
  workspaces: readonly WorkspaceLine[],
): [SetupPlaces, (changes: Partial<SetupPlaces>) => void] {
  const [address, setAddress] = useSearchParams();
  const name = (field: keyof SetupPlaces) =>
    field === 'directory' && workflow === 'diskToMirror' ? 'from' : PARAMETERS[field];
  const directory = address.get(name('directory')) ?? workspaces[0]?.directory ?? '';
  const enclaves = workspaces.find((line) => line.directory === directory)?.enclaves ?? [];
  const places: SetupPlaces = {
    directory,
    config: address.get(name('config')) ?? '',
    destination: address.get(name('destination')) ?? '',
    enclave: address.get(name('enclave')) ?? (enclaves.length === 1 ? enclaves[0]!.name : ''),
    state: address.get(name('state')) ?? '',
  };
  const change = (changes: Partial<SetupPlaces>) =>
    setAddress(
      (before) => {
        // What was only suggested is kept as soon as anything is chosen.
        for (const [field, value] of Object.entries({ ...places, ...changes }))
          before.set(name(field as keyof SetupPlaces), value);
        return before;
      },
      { replace: true },
    );
  return [places, change];
}

/** What people call the workspace or folder. */
function nameOf(directory: string, workspaces: readonly WorkspaceLine[]): string {
  const line = workspaces.find((each) => each.directory === directory);
  return line?.practice ? 'Practice' : (line?.name ?? lastPart(directory));
}

/** What refused a plan or a start; problems of the file lead to their lines. */
function StartFailure({
  error,
  title,
  file,
  onProblem,
}: {
  error: unknown;
  title: string;
  file: string;
  onProblem: (problem: ContractProblem) => void;
}) {
  const failure = failureOf(error);
  const located = [failure, ...failure.problems].filter(
    (problem) => problem.line !== undefined && problem.file === file,
  );
  return (
    <FailureAlert
      error={error}
      title={title}
      actions={located.length > 0 && <ProblemList problems={located} onOpen={onProblem} />}
    />
  );
}

/** When there is nothing new: where the last transfer lies. */
function LastTransfer({
  workflow,
  places,
  workspaces,
}: {
  workflow: WorkflowKind;
  places: SetupPlaces;
  workspaces: readonly WorkspaceLine[];
}) {
  if (workflow !== 'mirrorToDisk') return null;
  const last = workspaces
    .find(({ directory }) => directory === places.directory)
    ?.enclaves.find(({ name }) => name === (places.enclave || 'default'))
    ?.transfers.findLast(({ state }) => state === 'complete');
  if (!last) return null;
  return (
    <Card
      title={`Last transfer: ${last.name}`}
      actions={<CopyButton text={last.directory} what="Copy the folder" />}
    >
      <p className="al-small">
        {counted(last.images, 'image')} in {counted(last.pieces, 'piece')}, {size(last.bytes)}, to be carried
        in <code className="al-mono">{last.directory}</code>
      </p>
    </Card>
  );
}

function NoConfiguration({
  workflow,
  plan,
  from,
}: {
  workflow: WorkflowKind;
  plan: string;
  from: WorkspaceLine | undefined;
}) {
  if (plan)
    return (
      <Card title="Approved plan">
        <p>
          Exactly what <code className="al-mono">{plan}</code> names is mirrored, digest for digest.
        </p>
      </Card>
    );
  if (workflow === 'diskToMirror') return <CarriedTransfers from={from} />;
  return (
    <Card title="Configuration">
      <p>
        An image set configuration says which releases and images are mirrored. Choose one of this workspace,
        open a file, or begin a new one.
      </p>
    </Card>
  );
}
