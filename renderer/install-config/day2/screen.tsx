import { RequestButton } from '../../parts/request-button.tsx';
import '../form/fields.css';
import './day2.css';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useState } from 'react';
import type { ContractDay2Change, StartingState } from '../../../core/contract/topics/day2-requests.ts';
import { useAsk, useDo } from '../../engine/requests.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { PathInput } from '../../parts/fields/path-input.tsx';
import { counted } from '../../parts/format.ts';
import { Card, Screen } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { SideNav } from '../form/side-nav.tsx';
import { Day2ChangeForm } from './change-form.tsx';
import { Day2Steps } from './steps.tsx';
import { changeOf, type Day2Form, day2Sentence, EMPTY_FORM, stateRows, stillNeeded } from './words.ts';

/** Objects of a cluster in, the change that is wanted, an ordered plan out. Nothing is applied. */
export default function Day2Screen({ draft }: { draft: string | undefined }) {
  const [objects, setObjects] = useState('');
  const [version, setVersion] = useState('');
  const [form, setForm] = useState<Day2Form>(EMPTY_FORM);
  const read = useDo('installConfig.day2Read');
  const plan = useDo('installConfig.day2Plan');
  const asked: Asked = { objects, openShiftVersion: version || undefined };
  const change = changeOf(form);
  const state = read.data?.state;
  return (
    <Screen
      eyebrow={['Install config', 'Day 2', ...(state?.infraId ? [state.infraId] : [])]}
      sentence={day2Sentence(state, plan.data)}
      scroll={false}
    >
      <div className="al-ic">
        <SideNav tab="day-2" draft={draft} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <section className="al-ic-main" tabIndex={0} aria-label="Day 2">
          <div className="al-d2-top">
            <ObjectsCard
              asked={asked}
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
                read.mutate(asked);
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
                if (change) plan.mutate({ ...asked, change });
              }}
            />
          )}
          {plan.data && (
            <div className="al-column al-d2-plan" ref={intoView}>
              {!plan.data.ok && (
                <Card title="Refused" label="Refused">
                  <ProblemList problems={plan.data.refusals} />
                </Card>
              )}
              {plan.data.ok && change && <SavePlan asked={{ ...asked, change }} />}
              {plan.data.warnings.length > 0 && (
                <Card title="To know before" label="To know before">
                  <ProblemList problems={plan.data.warnings} />
                </Card>
              )}
              {plan.data.ok && <Day2Steps steps={plan.data.steps} />}
            </div>
          )}
        </section>
      </div>
    </Screen>
  );
}

/** Of which objects, and for which release where they don't say it. */
interface Asked {
  objects: string;
  openShiftVersion: string | undefined;
}

/** Where the objects of the cluster are, and the line that fetches them. */
function ObjectsCard({
  asked: { objects, openShiftVersion = '' },
  read,
  onObjects,
  onVersion,
  onRead,
}: {
  asked: Asked;
  read: ReturnType<typeof useDo<'installConfig.day2Read'>>;
  onObjects: (path: string) => void;
  onVersion: (version: string) => void;
  onRead: () => void;
}) {
  const command = useAsk('installConfig.day2Read', {}).data?.command;
  const known = read.data?.state !== undefined;
  return (
    <Card title="Objects of the cluster" label="Objects of the cluster">
      <form
        className="al-column"
        onSubmit={(event) => {
          event.preventDefault();
          onRead();
        }}
      >
        {command !== undefined && (
          <details open={!known} key={known ? 'read' : 'fetch'}>
            <summary>The line that fetches them</summary>
            <p className="al-sub al-small">
              Where oc reaches the cluster; of Secrets it takes only the names of keys.
            </p>
            <div className="al-copied">
              <code className="al-d2-command al-mono">{command}</code>
              <CopyButton text={command} what="Copy the line" />
            </div>
          </details>
        )}
        <PathInput
          id="al-d2-objects"
          label="File or folder with the objects"
          kind="file"
          extensions={['yaml', 'yml', 'json']}
          value={objects}
          onChange={onObjects}
        />
        <div className="al-ic-save">
          <div className="al-ic-field">
            <label htmlFor="al-d2-version">OpenShift version</label>
            <TextInput
              id="al-d2-version"
              value={openShiftVersion}
              placeholder="as the objects say"
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
            Read objects
          </RequestButton>
        </div>
        {read.error && <FailureAlert error={read.error} title="The objects were not read" />}
        {read.data && read.data.problems.length > 0 && <ProblemList problems={read.data.problems} />}
      </form>
    </Card>
  );
}

/** The change that is wanted, and the button that plans it. */
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
    <Card title="What shall change" label="What shall change">
      <form
        className="al-column"
        onSubmit={(event) => {
          event.preventDefault();
          onPlan();
        }}
      >
        <div className="al-ic-fields">
          <div className="al-ic-field">
            <label htmlFor="al-d2-kind">Change</label>
            <FormSelect
              id="al-d2-kind"
              value={form.kind}
              onChange={(_event, value) => onChange({ kind: value as Day2Form['kind'] })}
            >
              <FormSelectOption value="add" label="Add a vCenter" />
              <FormSelectOption value="domains" label="Add failure domains of a file" />
              <FormSelectOption value="remove" label="Remove a vCenter" />
              <FormSelectOption value="convert" label="Convert the cloud configuration" />
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
            Make the plan
          </RequestButton>
          {!ready && <span className="al-sub al-small">{stillNeeded(form)}</span>}
        </div>
        {plan.error && <FailureAlert error={plan.error} title="No plan was made" />}
      </form>
    </Card>
  );
}

/** The answer is what one wants to see next. */
function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'start' });
}

function StateCard({ state }: { state: StartingState }) {
  return (
    <Card title="Where it begins" label="Where it begins">
      <dl className="al-facts">
        {stateRows(state).map(({ term, says }) => (
          <div key={term} className="al-contents">
            <dt>{term}</dt>
            <dd className="al-anywhere">{says}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

function SavePlan({ asked }: { asked: Asked & { change: ContractDay2Change } }) {
  const { objects } = asked;
  const [directory, setDirectory] = useState(`${objects.slice(0, objects.lastIndexOf('/'))}/day-2-plan`);
  const save = useDo('installConfig.day2Save');
  return (
    <Card
      title="Save the plan"
      note="PLAN.md to follow, the files of each step, and the copies for the way back"
      label="Save the plan"
    >
      <div className="al-column">
        <div className="al-ic-save">
          <PathInput
            id="al-d2-folder"
            label="Folder"
            kind="folder"
            value={directory}
            onChange={setDirectory}
          />
          <RequestButton
            request="installConfig.day2Save"
            isDisabled={!directory.startsWith('/') || save.isPending}
            isLoading={save.isPending}
            onClick={() => save.mutate({ ...asked, directory })}
          >
            Save plan
          </RequestButton>
        </div>
        {save.error && <FailureAlert error={save.error} title="The plan was not saved" />}
        {save.isSuccess && (
          <p role="status">
            <StateMark mark="good">
              {counted(save.data.files.length, 'file')} written
              {save.data.removed.length > 0 &&
                `; ${counted(save.data.removed.length, 'file')} of the plan before removed`}
            </StateMark>
          </p>
        )}
        {save.isSuccess && save.data.others.length > 0 && (
          <p role="status" className="al-anywhere">
            <StateMark mark="warning">
              These were there before and belong to no step of this plan: {save.data.others.join(', ')}
            </StateMark>
          </p>
        )}
      </div>
    </Card>
  );
}
