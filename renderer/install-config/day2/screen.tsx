import { RequestButton } from '../../parts/request-button.tsx';
import '../form/fields.css';
import './day2.css';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useState } from 'react';
import type { ContractDay2Change, StartingState } from '../../../core/contract/topics/day2-requests.ts';
import { useAsk, useDo } from '../../engine/requests.ts';
import { ShellCommands } from '../../parts/copy-button.tsx';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { Card, Screen } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { SideNav } from '../form/side-nav.tsx';
import { Day2Apply } from './apply.tsx';
import { Day2ChangeForm } from './change-form.tsx';
import { t } from './messages.ts';
import { Day2Steps } from './steps.tsx';
import { changeOf, type Day2Form, day2Sentence, EMPTY_FORM, stateRows, stillNeeded } from './words.ts';

/** Reads the objects of a cluster and a change, shows the plan in order, saves it, and applies it to the cluster. */
export default function Day2Screen({ draft }: { draft: string | undefined }) {
  const [objects, setObjects] = useState('');
  const [version, setVersion] = useState('');
  const [form, setForm] = useState<Day2Form>(EMPTY_FORM);
  const read = useDo('installConfig.day2Read');
  const plan = useDo('installConfig.day2Plan');
  const source: ObjectSource = { objects, openShiftVersion: version || undefined };
  const change = changeOf(form);
  const state = read.data?.state;
  return (
    <Screen
      eyebrow={[t('topic'), t('subtitle'), ...(state?.infraId ? [state.infraId] : [])]}
      sentence={day2Sentence(state, plan.data)}
      scroll={false}
    >
      <div className="al-ic">
        <SideNav tab="day-2" draft={draft} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach scrolling content */}
        <section className="al-ic-main" tabIndex={0} aria-label={t('subtitle')}>
          <div className="al-d2-top">
            <ObjectsCard
              source={source}
              read={read}
              onObjects={(path) => {
                setObjects(path);
                read.reset();
                plan.reset();
              }}
              onVersion={(text) => {
                setVersion(text);
                plan.reset();
              }}
              onRead={() => {
                plan.reset();
                read.mutate(source);
              }}
            />
            {state && <StateCard state={state} />}
          </div>
          {state && state.infrastructure !== 'unfit' && (
            <ChangeCard
              form={form}
              state={state}
              plan={plan}
              onChange={(changed) => {
                plan.reset();
                setForm((before) => ({ ...before, ...changed }));
              }}
              onPlan={() => {
                if (change) plan.mutate({ ...source, change });
              }}
            />
          )}
          {plan.data && (
            <div className="al-column al-d2-plan" ref={intoView}>
              {!plan.data.ok && (
                <Card title={t('rejectedCardTitle')} label={t('rejectedCardTitle')}>
                  <ProblemList problems={plan.data.rejections} />
                </Card>
              )}
              {plan.data.ok && change && <SavePlan source={{ ...source, change }} />}
              {plan.data.warnings.length > 0 && (
                <Card title={t('warningsTitle')} label={t('warningsTitle')}>
                  <ProblemList problems={plan.data.warnings} />
                </Card>
              )}
              {plan.data.ok && <Day2Steps steps={plan.data.steps} />}
              {plan.data.ok && change && <Day2Apply source={{ ...source, change }} steps={plan.data.steps} />}
            </div>
          )}
        </section>
      </div>
    </Screen>
  );
}

/** The objects of the cluster, and its version in case the objects don't contain it. */
interface ObjectSource {
  objects: string;
  openShiftVersion: string | undefined;
}

/** The form for the objects of the cluster, with the command that fetches them. */
function ObjectsCard({
  source: { objects, openShiftVersion = '' },
  read,
  onObjects,
  onVersion,
  onRead,
}: {
  source: ObjectSource;
  read: ReturnType<typeof useDo<'installConfig.day2Read'>>;
  onObjects: (path: string) => void;
  onVersion: (version: string) => void;
  onRead: () => void;
}) {
  const command = useAsk('installConfig.day2Read', {}).data?.command;
  const known = read.data?.state !== undefined;
  return (
    <Card title={t('objectsTitle')} label={t('objectsTitle')}>
      <form
        className="al-column"
        onSubmit={(event) => {
          event.preventDefault();
          onRead();
        }}
      >
        {command !== undefined && (
          <details open={!known} key={known ? 'read' : 'fetch'}>
            <summary>{t('commandSummary')}</summary>
            <p className="al-sub al-small">{t('commandHelp')}</p>
            <ShellCommands lines={[command]} what={t('copyFetchCommandButton')} />
          </details>
        )}
        <PathInput
          id="al-d2-objects"
          label={t('objectsLabel')}
          kind="file"
          extensions={['yaml', 'yml', 'json']}
          value={objects}
          onChange={onObjects}
        />
        <div className="al-ic-save">
          <div className="al-ic-field">
            <label htmlFor="al-d2-version">{t('versionLabel')}</label>
            <TextInput
              id="al-d2-version"
              value={openShiftVersion}
              placeholder={t('versionPlaceholder')}
              autoComplete="off"
              onChange={(_event, text) => onVersion(text.trim())}
            />
          </div>
          <RequestButton
            request="installConfig.day2Read"
            type="submit"
            variant={known ? 'secondary' : 'primary'}
            isDisabled={!objects.startsWith('/') || read.isPending}
            isLoading={read.isPending}
          >
            {t('readButton')}
          </RequestButton>
        </div>
        {read.error && <FailureAlert error={read.error} title={t('readFailedTitle')} />}
        {read.data && read.data.problems.length > 0 && <ProblemList problems={read.data.problems} />}
      </form>
    </Card>
  );
}

/** The form for the change, with the button that creates the plan. */
function ChangeCard({
  form,
  state,
  plan,
  onChange,
  onPlan,
}: {
  form: Day2Form;
  state: StartingState;
  plan: ReturnType<typeof useDo<'installConfig.day2Plan'>>;
  onChange: (changed: Partial<Day2Form>) => void;
  onPlan: () => void;
}) {
  const ready = changeOf(form) !== undefined;
  return (
    <Card title={t('changeTitle')} label={t('changeTitle')}>
      <form
        className="al-column"
        onSubmit={(event) => {
          event.preventDefault();
          onPlan();
        }}
      >
        <div className="al-ic-fields">
          <div className="al-ic-field">
            <label htmlFor="al-d2-kind">{t('kindLabel')}</label>
            <FormSelect
              id="al-d2-kind"
              value={form.kind}
              onChange={(_event, value) => onChange({ kind: value as Day2Form['kind'] })}
            >
              <FormSelectOption value="add" label={t('addOption')} />
              <FormSelectOption value="domains" label={t('domainsOption')} />
              <FormSelectOption value="remove" label={t('removeOption')} />
              <FormSelectOption value="convert" label={t('convertOption')} />
            </FormSelect>
          </div>
          <Day2ChangeForm form={form} state={state} onChange={onChange} />
        </div>
        <div className="al-actions">
          <RequestButton
            request="installConfig.day2Plan"
            type="submit"
            isDisabled={!ready || plan.isPending}
            isLoading={plan.isPending}
          >
            {t('planButton')}
          </RequestButton>
          {!ready && <span className="al-sub al-small">{stillNeeded(form)}</span>}
        </div>
        {plan.error && <FailureAlert error={plan.error} title={t('planFailedTitle')} />}
      </form>
    </Card>
  );
}

/** Scrolls the plan into view. */
function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'start' });
}

function StateCard({ state }: { state: StartingState }) {
  return (
    <Card title={t('stateTitle')} label={t('stateTitle')}>
      <dl className="al-facts">
        {stateRows(state).map(({ term, value }) => (
          <div key={term} className="al-contents">
            <dt>{term}</dt>
            <dd className="al-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function SavePlan({ source }: { source: ObjectSource & { change: ContractDay2Change } }) {
  const { objects } = source;
  const [directory, setDirectory] = useState(`${objects.slice(0, objects.lastIndexOf('/'))}/day-2-plan`);
  const save = useDo('installConfig.day2Save');
  return (
    <Card title={t('saveTitle')} note={t('saveNote')} label={t('saveTitle')}>
      <div className="al-column">
        <div className="al-ic-save">
          <PathInput
            id="al-d2-folder"
            label={t('directoryLabel')}
            kind="directory"
            value={directory}
            onChange={setDirectory}
          />
          <RequestButton
            request="installConfig.day2Save"
            isDisabled={!directory.startsWith('/') || save.isPending}
            isLoading={save.isPending}
            onClick={() => save.mutate({ ...source, directory })}
          >
            {t('saveButton')}
          </RequestButton>
        </div>
        {save.error && <FailureAlert error={save.error} title={t('saveFailedTitle')} />}
        {save.isSuccess && (
          <p role="status">
            <StateMark mark="good">
              {save.data.removed.length > 0
                ? t('savedRemovedText', { count: save.data.files.length, removed: save.data.removed.length })
                : t('savedText', { count: save.data.files.length })}
            </StateMark>
          </p>
        )}
        {save.isSuccess && save.data.others.length > 0 && (
          <p role="status" className="al-anywhere">
            <StateMark mark="warning">{t('othersText', { files: save.data.others.join(', ') })}</StateMark>
          </p>
        )}
      </div>
    </Card>
  );
}
