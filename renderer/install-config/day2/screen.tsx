import { RequestButton } from '../../parts/request-button.tsx';
import '../form/fields.css';
import './day2.css';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { type FormEvent, useState } from 'react';
import type { ContractDay2Change, StartingState } from '../../../core/contract/topics/day2-requests.ts';
import { useAsk, useDo } from '../../engine/requests.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { FailureAlert, ProblemList } from '../../parts/failure.tsx';
import { counted } from '../../parts/format.ts';
import { PathInput } from '../../parts/path-input.tsx';
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
  const command = useAsk('installConfig.day2Read', {}).data?.command;
  const read = useDo('installConfig.day2Read');
  const plan = useDo('installConfig.day2Plan');
  const asked = { objects, ...(version && { openShiftVersion: version }) };
  const look = (event: FormEvent) => {
    event.preventDefault();
    plan.reset();
    read.mutate(asked);
  };
  const change = changeOf(form);
  const state = read.data?.state;
  const put = (changed: Partial<Day2Form>) => {
    plan.reset();
    setForm((before) => ({ ...before, ...changed }));
  };
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
            <Card title="Objects of the cluster" label="Objects of the cluster">
              <form className="al-column" onSubmit={look}>
                {command !== undefined && (
                  <details open={!state} key={state ? 'read' : 'fetch'}>
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
                  onChange={(path) => {
                    setObjects(path);
                    read.reset();
                    plan.reset();
                  }}
                />
                <div className="al-ic-save">
                  <div className="al-ic-field">
                    <label htmlFor="al-d2-version">OpenShift version</label>
                    <TextInput
                      id="al-d2-version"
                      value={version}
                      placeholder="as the objects say"
                      autoComplete="off"
                      onChange={(_event, text) => setVersion(text.trim())}
                    />
                  </div>
                  <RequestButton
                    request="installConfig.day2Read"
                    type="submit"
                    variant={state ? 'secondary' : 'primary'}
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
            {state && <StateCard state={state} />}
          </div>
          {state && state.infrastructure !== 'unfit' && (
            <Card title="What shall change" label="What shall change">
              <form
                className="al-column"
                onSubmit={(event) => {
                  event.preventDefault();
                  if (change) plan.mutate({ ...asked, change });
                }}
              >
                <div className="al-ic-fields">
                  <div className="al-ic-field">
                    <label htmlFor="al-d2-kind">Change</label>
                    <FormSelect
                      id="al-d2-kind"
                      value={form.kind}
                      onChange={(_event, value) => put({ kind: value as Day2Form['kind'] })}
                    >
                      <FormSelectOption value="add" label="Add a vCenter" />
                      <FormSelectOption value="domains" label="Add failure domains of a file" />
                      <FormSelectOption value="remove" label="Remove a vCenter" />
                      <FormSelectOption value="convert" label="Convert the cloud configuration" />
                    </FormSelect>
                  </div>
                  <Day2ChangeForm form={form} state={state} onChange={put} />
                </div>
                <div className="al-actions">
                  <RequestButton
                    request="installConfig.day2Plan"
                    type="submit"
                    isDisabled={!change || plan.isPending}
                    isLoading={plan.isPending}
                  >
                    Make the plan
                  </RequestButton>
                  {!change && <span className="al-sub al-small">{stillNeeded(form)}</span>}
                </div>
                {plan.error && <FailureAlert error={plan.error} title="No plan was made" />}
              </form>
            </Card>
          )}
          {plan.data && (
            <div className="al-column al-d2-plan" ref={intoView}>
              {!plan.data.ok && (
                <Card title="Refused" label="Refused">
                  <ProblemList problems={plan.data.refusals} />
                </Card>
              )}
              {plan.data.ok && change && <SavePlan asked={{ ...asked, change }} objects={objects} />}
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

function SavePlan({
  asked,
  objects,
}: {
  asked: { objects: string; change: ContractDay2Change; openShiftVersion?: string };
  objects: string;
}) {
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
