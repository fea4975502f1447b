import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useEffect, useState } from 'react';
import { readYaml } from '../../../core/contract/documents/document.ts';
import {
  answerQuestion,
  changeHosts,
  choosePreset,
  documentText,
  PRESETS,
  partOf,
  presetById,
  presetOf,
  type SetHost,
  type StatePart,
  withParts,
  writeDocument,
} from '../../../core/contract/documents/nmstate.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { partTitle } from '../columns.ts';
import { QuestionField } from '../question-field.tsx';
import { useHosts } from '../use-hosts.tsx';
import type { HostState } from '../verdict.ts';
import { InterfaceForms } from './interface-form.tsx';
import { passedChecks } from './passed-checks.ts';
import { HostProblems } from './problems.tsx';
import { hostQuestions } from './questions.ts';

/** The questions of the layout for one host, its problems with what mends them, and what was checked and is right. */
export function HostForm({
  index,
  host,
  part,
  state,
  onOpen,
  onLine,
}: {
  index: number;
  host: SetHost;
  part: StatePart | undefined;
  state: HostState | undefined;
  /** Goes to a path of the state in the YAML. */
  onOpen: (path: readonly (string | number)[]) => void;
  onLine: (line: number, column: number) => void;
}) {
  const { change } = useHosts();
  const problems = state?.problems ?? [];
  return (
    <div className="al-column">
      <Layout index={index} host={host} />
      <Questions index={index} host={host} state={state} />
      {problems.length > 0 && <HostProblems index={index} host={host} problems={problems} onLine={onLine} />}
      <ul className="al-host-passed" aria-label="Checks that passed">
        {passedChecks(part, host.name, problems).map((words) => (
          <li key={words}>
            <StateMark mark="good">{words}</StateMark>
          </li>
        ))}
      </ul>
      <TableParts index={index} host={host} />
      {part && (
        <section aria-label="Interfaces">
          <h3 className="al-hosts-part">Interfaces</h3>
          <InterfaceForms
            part={part}
            onOpen={onOpen}
            edit={(edit) =>
              change('An interface was changed', (now) => {
                const one = now.hosts[index];
                return one
                  ? writeDocument(now, index, edit(readYaml(documentText(now.layout, one))).text)
                  : now;
              })
            }
          />
        </section>
      )}
    </div>
  );
}

/** Which layout the host has. */
function Layout({ index, host }: { index: number; host: SetHost }) {
  const { set, change } = useHosts();
  const ofAll = presetById(set.layout.preset);
  return (
    <FormGroup label="Layout" fieldId="al-host-preset">
      <FormSelect
        id="al-host-preset"
        value={presetById(host.preset ?? '')?.id ?? ''}
        onChange={(_event, id) => change('Another layout', (now) => choosePreset(now, index, id))}
      >
        <FormSelectOption value="" label={`As all hosts: ${ofAll ? ofAll.title : 'a template'}`} />
        {PRESETS.map(({ id, title }) => (
          <FormSelectOption key={id} value={id} label={title} />
        ))}
      </FormSelect>
    </FormGroup>
  );
}

/** What the layout asks about the host. */
function Questions({ index, host, state }: { index: number; host: SetHost; state: HostState | undefined }) {
  const { set, change } = useHosts();
  return (
    <>
      <div className="al-hosts-questions">
        {hostQuestions(set.layout, host, state).map(({ question, ...field }) => (
          <QuestionField
            key={question.id}
            id={`al-host-${question.id}`}
            question={question}
            {...field}
            onChange={(text) =>
              change(
                `${question.label} was changed`,
                (now) => answerQuestion(now, index, question, text),
                `${index} ${question.id}`,
              )
            }
          />
        ))}
      </div>
      {!presetOf(set.layout, host) && (
        <p className="al-sub al-small">
          This layout asks nothing: the document is a template, or was read as it is.
        </p>
      )}
    </>
  );
}

const TABLE_PARTS = ['name', 'role', 'mac1', 'mac2', 'bmc', 'bmc_user', 'boot_mac', 'root_device'];

/** Parts of the host that are its row of the table. */
function TableParts({ index, host }: { index: number; host: SetHost }) {
  const { change } = useHosts();
  const [open, setOpen] = useState(false);
  return (
    <ExpandableSection
      toggleText="Name, BMC and NICs of the table"
      isExpanded={open}
      onToggle={(_event, expanded) => setOpen(expanded)}
    >
      <div className="al-hosts-questions">
        {TABLE_PARTS.map((name) => (
          <PartField
            key={name}
            name={name}
            host={host}
            onChange={(text) =>
              change(`${name} was changed`, (now) =>
                changeHosts(now, (one, at) => (at === index ? withParts(one, { [name]: text }) : one)),
              )
            }
          />
        ))}
      </div>
    </ExpandableSection>
  );
}

/** A part of the row; it counts when it is left or by Enter: a name that is half typed is another host. */
function PartField({
  name,
  host,
  onChange,
}: {
  name: string;
  host: SetHost;
  onChange: (text: string) => void;
}) {
  const written = partOf(host, name);
  const [text, setText] = useState(written);
  useEffect(() => setText(written), [written]);
  const settle = () => {
    if (text.trim() !== written) onChange(text);
  };
  return (
    <FormGroup label={partTitle(name)} fieldId={`al-host-part-${name}`}>
      <TextInput
        id={`al-host-part-${name}`}
        className="al-mono"
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={(_event, typed) => setText(typed)}
        onBlur={settle}
        onKeyDown={(event) => {
          if (event.key === 'Enter') settle();
        }}
      />
    </FormGroup>
  );
}
