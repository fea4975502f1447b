import './setup.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Form } from '@patternfly/react-core/dist/esm/components/Form';
import { useMemo, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { OpenedPlan } from '../../../core/contract/topics/plan.ts';
import type { ContractProblem, WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { useClient } from '../../engine/provider.tsx';
import { useAsk } from '../../engine/requests.ts';
import { runAddress } from '../../parts/addresses.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { workflowWord } from '../../parts/run-words.ts';
import { Screen } from '../../parts/screen.tsx';
import type { YamlEditorHandle } from '../../parts/yaml/yaml-editor.tsx';
import { pushAddress } from '../live/next.ts';
import { ApprovedPlanPane } from '../plan/approved-plan-pane.tsx';
import { allIn, type PlanRemedy, refusedLines } from '../plan/remedies.ts';
import { usePlan } from '../plan/use-plan.ts';
import { PlanView } from '../plan/view.tsx';
import {
  optionsFrom,
  type SetupOptions,
  type SetupPlaces,
  settingsOf,
  setupProblems,
} from '../request/setup-fields.ts';
import { setupSentence } from '../request/setup-sentence.ts';
import { useConfiguration, useUnsavedWarning } from '../request/use-configuration.ts';
import type { AddedConfiguration } from './configuration.tsx';
import { ConfigurationPane } from './configuration-pane.tsx';
import { CommandCard, LastTransfer, NoConfiguration } from './notes.tsx';
import { SetupOptionsFields } from './options.tsx';
import { type Pane, PaneTabs } from './pane-tabs.tsx';
import { SetupPlacesFields } from './places.tsx';
import { lastTransfer, nameOf, usePlaces } from './use-places.ts';

const NO_WORKSPACES: WorkspaceLine[] = [];

const START: Record<WorkflowKind, string> = {
  mirrorToDisk: 'Start fetch',
  diskToMirror: 'Start push',
  mirrorToMirror: 'Start mirror',
};

/** Where, for whom and by which configuration; the plan of it; and the start. */
export function SetupScreen({ workflow }: { workflow: WorkflowKind }) {
  const client = useClient();
  const navigate = useNavigate();
  const workspaces = useAsk('workspaces.list', {});
  const settingsFile = useAsk('settings.read', {});
  const lines = workspaces.data?.workspaces ?? NO_WORKSPACES;
  const { places, change: changePlaces, pending } = usePlaces(workflow, lines);
  const [chosen, setChosen] = useState<Partial<SetupOptions>>({});
  const options = {
    ...optionsFrom(
      settingsFile.data?.defaults ?? {},
      settingsFile.data?.workspaceWindows?.[places.directory],
    ),
    ...chosen,
  };
  const [pane, setPane] = useState<Pane>('configuration');
  const [adding, setAdding] = useState<AddedConfiguration>();
  const [opened, setOpened] = useState<OpenedPlan>();
  const [tried, setTried] = useState(false);
  const [starting, setStarting] = useState(false);
  const [failed, setFailed] = useState<{ error: unknown; title: string; wanted: string }>();
  const editor = useRef<YamlEditorHandle>(null);
  const configuration = useConfiguration(places.config);
  useUnsavedWarning();

  const usesFile = places.config !== '' && !options.planFile;
  const operators = usesFile ? configuration.operators : undefined;
  const settings = settingsOf(workflow, places, options, operators);
  const wanted = JSON.stringify([settings, configuration.text]);
  const planning = usePlan(workflow, wanted);
  const problems = setupProblems(workflow, places, options);
  const missing = Object.keys(problems).length > 0;
  const configErrors = usesFile ? configuration.problems.filter(({ level }) => level === 'error').length : 0;
  const refusedPlan = opened?.approval.state === 'refused';
  // What is pressed before all of it is known would be planned and started by other settings than are shown.
  const reading =
    settingsFile.isPending || (usesFile && configuration.text === undefined && !configuration.error);
  const blocked = configErrors > 0 || refusedPlan || reading;
  const save = usesFile && configuration.unsaved;
  const plan = planning.current ? planning.plan : undefined;
  const where = nameOf(places.directory, lines);
  const last = plan?.nothingNew && workflow === 'mirrorToDisk' ? lastTransfer(places, lines) : undefined;
  const refusal = planning.errorCurrent
    ? planning.error
    : failed?.wanted === wanted
      ? failed.error
      : undefined;
  const refused = useMemo(
    () => (refusal === undefined ? [] : refusedLines(refusal, places.config)),
    [refusal, places.config],
  );
  const shownPlan = pane === 'plan' || !usesFile ? planning.plan : undefined;
  const pushNext = last !== undefined && settingsFile.data?.side === 'both';

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
      setFailed({ error, title: 'The workspace was not opened', wanted });
      return false;
    }
  };
  const makePlan = async (asked = settings) => {
    if (!(await prepare())) return;
    const madeFor = JSON.stringify([asked, configuration.text]);
    if (await planning.make(asked, madeFor)) setPane('plan');
  };
  const settle = (option: PlanRemedy['option']) => {
    setChosen((before) => ({ ...before, [option]: true }));
    void makePlan(settingsOf(workflow, places, { ...options, [option]: true }, operators));
  };
  const start = async () => {
    setStarting(true);
    try {
      if (!(await prepare())) return;
      const { run } = await client.request('runs.start', { settings });
      await navigate(runAddress(run));
    } catch (error) {
      setFailed({ error, title: `The ${workflowWord(workflow).toLowerCase()} was not started`, wanted });
    } finally {
      setStarting(false);
    }
  };
  const choosePlaces = (changes: Partial<SetupPlaces>) => {
    // What was chosen is what one wants to see.
    if (changes.config !== undefined) setPane('configuration');
    changePlaces(changes);
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
  const tabs =
    planning.plan && usesFile ? (
      <PaneTabs pane={pane} onShow={setPane} />
    ) : (
      <h2>{pane === 'plan' ? 'Plan' : 'Configuration'}</h2>
    );
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
        approved: opened && { ...opened, approved: !refusedPlan },
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
            {pushNext && (
              <Link className="pf-v6-c-button pf-m-primary" to={pushAddress(places.directory)}>
                Push {last.name}
              </Link>
            )}
            {(plan ?? opened) && (
              <RequestButton
                request="runs.start"
                variant={plan?.nothingNew ? 'secondary' : 'primary'}
                isDisabled={starting || blocked}
                onClick={() => void start()}
              >
                {START[workflow]}
              </RequestButton>
            )}
            <RequestButton
              request="plans.make"
              variant={plan || opened ? 'secondary' : 'primary'}
              isDisabled={starting || blocked}
              onClick={() => void makePlan()}
            >
              {save ? 'Save and plan' : plan ? 'Plan again' : 'Plan'}
            </RequestButton>
            {!plan && !opened && (
              <RequestButton
                request="runs.start"
                variant="secondary"
                isDisabled={starting || blocked}
                onClick={() => void start()}
              >
                {save ? 'Save and start without a plan' : 'Start without a plan'}
              </RequestButton>
            )}
          </>
        )
      }
    >
      {errors.length > 0 && (
        <div className="al-setup-errors">
          {errors.map(({ error, title: what }) => (
            <FailureAlert
              key={what}
              error={error}
              title={what}
              problemsElsewhere={!shownPlan && error === refusal && allIn(refused, error)}
              {...(usesFile && { onProblem: jump })}
            />
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
                change={choosePlaces}
                adding={adding}
                onAdding={setAdding}
                approved={{
                  opened,
                  requireSignature: options.requireSignature,
                  onChange: (next, requireSignature) => {
                    setOpened(next);
                    setChosen((before) => ({ ...before, planFile: next?.file ?? '', requireSignature }));
                  },
                }}
              />
              <SetupOptionsFields
                workflow={workflow}
                options={options}
                places={places}
                problems={problems}
                operators={operators}
                change={(changes) => setChosen((before) => ({ ...before, ...changes }))}
                changePlaces={changePlaces}
              />
            </Form>
          </section>
          {last && <LastTransfer transfer={last} />}
          {plan && <CommandCard command={plan.command} />}
        </div>
        {opened && !plan ? (
          <ApprovedPlanPane opened={opened} />
        ) : shownPlan ? (
          <PlanView
            plan={shownPlan}
            current={planning.current}
            folder={places.directory}
            destination={workflow === 'mirrorToDisk' ? '' : places.destination}
            tabs={tabs}
            onProblem={jump}
            onRemedy={planning.planning || starting || blocked ? undefined : settle}
          />
        ) : usesFile ? (
          <ConfigurationPane configuration={configuration} refused={refused} editor={editor} tabs={tabs} />
        ) : pending || workspaces.isLoading ? (
          <section className="al-card" aria-busy="true" />
        ) : (
          <NoConfiguration
            onAdding={setAdding}
            workflow={workflow}
            from={lines.find(({ directory }) => directory === places.directory)}
          />
        )}
      </div>
    </Screen>
  );
}
