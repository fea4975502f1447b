import './setup.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Form } from '@patternfly/react-core/dist/esm/components/Form';
import { type Ref, useEffect, useRef, useState } from 'react';
import type { ContractProblem, WorkflowKind } from '../../../core/contract/topics/vocabulary.ts';
import { useRejection } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { workflowWord } from '../../parts/run-words.ts';
import { Screen } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import type { YamlEditorHandle } from '../../parts/yaml/yaml-editor.tsx';
import { ApprovedPlanPane } from '../plan/approved-plan-pane.tsx';
import { allIn } from '../plan/remedies.ts';
import { PlanView } from '../plan/view.tsx';
import type { SetupPlaces } from '../request/setup-fields.ts';
import { lastTransfer } from '../request/setup-places.ts';
import { setupSentence } from '../request/setup-sentence.ts';
import type { AddedConfiguration } from './configuration.tsx';
import { ConfigurationPane } from './configuration-pane.tsx';
import { t } from './messages.ts';
import { CommandCard, LastTransfer, NoConfiguration } from './notes.tsx';
import { SetupOptionsFields } from './options.tsx';
import { type Pane, PaneTabs } from './pane-tabs.tsx';
import { SetupPlacesFields } from './places.tsx';
import { SetupActions } from './setup-actions.tsx';
import { type SetupForm, useSetupForm } from './use-setup-form.ts';
import { type SetupWork, useSetupWork } from './use-setup-work.ts';

/** The form of a run, its plan, and the start. */
export function SetupScreen({ workflow }: { workflow: WorkflowKind }) {
  const [pane, setPane] = useState<Pane>('configuration');
  const [adding, setAdding] = useState<AddedConfiguration>();
  /** The chosen configuration, until the address contains it. A start before that would use the previous one. */
  const [chosen, setChosen] = useState<string>();
  const form = useSetupForm(workflow);
  const work = useSetupWork(form, setPane);
  const editor = useRef<YamlEditorHandle>(null);
  const { where, places, options, usesFile, opened } = form;
  const { planning, plan, errors, rejection, rejected } = work;
  const last = plan?.nothingNew && workflow === 'mirrorToDisk' ? lastTransfer(places, form.lines) : undefined;
  useEffect(() => {
    if (chosen === places.config) setChosen(undefined);
  }, [chosen, places.config]);
  const roleRejection = useRejection('plans.make');
  const planShown = pane === 'plan' || !usesFile;
  const jump = ({ line, column }: ContractProblem) => {
    setPane('configuration');
    // The editor may only exist after the pane was changed.
    if (line !== undefined) setTimeout(() => editor.current?.jump(line, column));
  };
  const choosePlaces = (changes: Partial<SetupPlaces>) => {
    // People want to see the configuration they chose.
    if (changes.config !== undefined) {
      setPane('configuration');
      setChosen(changes.config);
    }
    form.changePlaces(changes);
  };
  const sentence = setupSentence({
    ...{ workflow, places, where, plan },
    approved: opened && { ...opened, approved: !form.rejectedPlan },
    planning: planning.planning,
    work: planning.work,
    configErrors: form.configErrors,
  });
  return (
    <Screen
      scroll={false}
      eyebrow={[
        workflowWord(workflow),
        ...(where ? [<strong key="where">{where}</strong>] : []),
        t('subtitle'),
      ]}
      sentence={sentence}
      actions={<SetupActions form={form} work={work} last={last} settled={!adding && chosen === undefined} />}
    >
      {roleRejection !== undefined && (
        <p>
          <StateMark mark="blocked">{t('noRightsText', { reason: roleRejection })}</StateMark>
        </p>
      )}
      {planning.planning && planning.work?.detail !== undefined && (
        <p role="status">
          <StateMark mark="waiting">{planning.work.detail}</StateMark>
        </p>
      )}
      {errors.length > 0 && (
        <div className="al-setup-errors">
          {errors.map(({ error, title, again }) => (
            <FailureAlert
              key={title}
              error={error}
              title={title}
              problemsElsewhere={
                !(planShown && planning.plan) && error === rejection && allIn(rejected, error)
              }
              onProblem={usesFile ? jump : undefined}
              actions={
                <Button variant="link" isInline isDisabled={work.blocked} onClick={() => void again()}>
                  {t('retryButton')}
                </Button>
              }
            />
          ))}
        </div>
      )}
      <div className="al-setup">
        <div className="al-setup-left">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a section that scrolls must be reachable by keyboard */}
          <section className="al-card al-in al-setup-form" tabIndex={0} aria-label={t('formLabel')}>
            <Form onSubmit={(event) => event.preventDefault()}>
              <SetupPlacesFields
                {...{ workflow, places, adding }}
                problems={work.tried ? form.problems : {}}
                workspaces={form.lines}
                destinationTlsVerify={options.destinationTlsVerify}
                change={choosePlaces}
                onAdding={setAdding}
                approved={{ opened, requireSignature: options.requireSignature, onChange: form.open }}
              />
              <SetupOptionsFields {...form} />
            </Form>
          </section>
          {last && <LastTransfer transfer={last} />}
          {plan && <CommandCard command={plan.command} />}
        </div>
        <SetupPane {...{ form, work, pane, editor }} onPane={setPane} onJump={jump} onAdding={setAdding} />
      </div>
    </Screen>
  );
}

/** The right half: an approved plan, the plan, the configuration, or an empty state. */
function SetupPane({
  form,
  work,
  pane,
  editor,
  onPane,
  onJump,
  onAdding,
}: {
  form: SetupForm;
  work: SetupWork;
  pane: Pane;
  editor: Ref<YamlEditorHandle>;
  onPane: (pane: Pane) => void;
  onJump: (problem: ContractProblem) => void;
  onAdding: (adding: AddedConfiguration) => void;
}) {
  const { workflow, places, usesFile, opened, configuration } = form;
  const { planning, plan, rejected } = work;
  const tabs =
    planning.plan && usesFile ? (
      <PaneTabs pane={pane} onShow={onPane} />
    ) : (
      <h2>{t(pane === 'plan' ? 'planTitle' : 'configurationTitle')}</h2>
    );
  if (opened && !plan) return <ApprovedPlanPane opened={opened} />;
  if (planning.plan && (pane === 'plan' || !usesFile))
    return (
      <PlanView
        plan={planning.plan}
        current={planning.current}
        folder={places.directory}
        destination={workflow === 'mirrorToDisk' ? '' : places.destination}
        tabs={tabs}
        onProblem={onJump}
        onRemedy={planning.planning || work.blocked ? undefined : work.settle}
      />
    );
  if (usesFile)
    return (
      <ConfigurationPane
        configuration={configuration}
        access={form.options}
        rejected={rejected}
        editor={editor}
        tabs={tabs}
      />
    );
  if (form.pending) return <section className="al-card" aria-busy="true" />;
  return (
    <NoConfiguration
      onAdding={onAdding}
      workflow={workflow}
      directory={form.places.directory}
      from={form.line}
    />
  );
}
