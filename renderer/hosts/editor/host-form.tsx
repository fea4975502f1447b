import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextInput } from '@patternfly/react-core/dist/esm/components/TextInput';
import { useEffect, useState } from 'react';
import { applyTextEdits, readYaml } from '../../../core/contract/documents/document.ts';
import {
  answerOf,
  answerQuestion,
  changeHosts,
  choosePreset,
  documentText,
  PRESETS,
  partOf,
  presetById,
  presetOf,
  type Question,
  questionsOf,
  type SetHost,
  type StatePart,
  withParts,
  writeDocument,
} from '../../../core/contract/documents/nmstate.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words } from '../../parts/words.tsx';
import { partTitle } from '../columns.ts';
import { mendingOf } from '../mending.ts';
import { QuestionField } from '../question-field.tsx';
import { useHosts } from '../use-hosts.tsx';
import type { HostState } from '../verdict.ts';
import { InterfaceForms } from './interface-form.tsx';
import { passedChecks } from './passed-checks.ts';

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
  const { set, change, verdict } = useHosts();
  const [open, setOpen] = useState(false);
  const { layout } = set;
  const answer = (question: Question, value: string) =>
    change(
      `${question.label} was changed`,
      (now) => answerQuestion(now, index, question, value),
      `${index} ${question.id}`,
    );
  const problems = state?.problems ?? [];
  const errors = problems.filter(({ level }) => level === 'error').length;
  const suggested = verdict?.problems.find(
    ({ problem, hosts }) => problem.suggestion?.host === host.name && hosts.includes(index),
  );
  const allPreset = presetById(layout.preset);
  return (
    <div className="al-column">
      <FormGroup label="Layout" fieldId="al-host-preset">
        <FormSelect
          id="al-host-preset"
          value={presetById(host.preset ?? '')?.id ?? ''}
          onChange={(_event, id) => change('Another layout', (now) => choosePreset(now, index, id))}
        >
          <FormSelectOption
            value=""
            label={allPreset ? `As all hosts: ${allPreset.title}` : 'As all hosts: a template'}
          />
          {PRESETS.map(({ id, title }) => (
            <FormSelectOption key={id} value={id} label={title} />
          ))}
        </FormSelect>
      </FormGroup>
      <div className="al-hosts-questions">
        {questionsOf(layout, host).map((question) => {
          const { value, from } = answerOf(layout, host, question);
          const own = from === 'host' || from === 'table';
          const wrong = state?.cells.get(
            /^(address|prefix)6?$/.test(question.id) ? 'addresses' : (question.variable ?? ''),
          );
          return (
            <QuestionField
              key={question.id}
              id={`al-host-${question.id}`}
              question={question}
              value={own ? value : ''}
              otherwise={own ? '' : value}
              error={
                wrong?.level === 'error' && !/^prefix/.test(question.id)
                  ? errors === 1
                    ? state!.words
                    : wrong.why.split('. ')[0]
                  : undefined
              }
              onChange={(text) => answer(question, text)}
            />
          );
        })}
      </div>
      {!presetOf(layout, host) && (
        <p className="al-sub al-small">
          This layout asks nothing: the document is a template, or was read as it is.
        </p>
      )}
      {problems.length > 0 && (
        <ul className="al-problems" aria-label={`Problems of ${host.name}`}>
          {problems.map((problem) => (
            <li key={`${problem.rule} ${problem.message} ${problem.line}`}>
              <StateMark mark={problem.level === 'error' ? 'bad' : 'warning'} />
              <div>
                <p>
                  {problem.line !== undefined && problem.code !== 'host-table' && (
                    <button
                      type="button"
                      className="al-link"
                      onClick={() => onLine(problem.line!, problem.column ?? 1)}
                    >
                      Line {problem.line}
                    </button>
                  )}{' '}
                  <Words text={problem.message} />
                </p>
                {problem.fix ? (
                  <button
                    type="button"
                    className="al-link"
                    onClick={() => {
                      const { label, edits } = problem.fix!;
                      change(label, (now) =>
                        writeDocument(
                          now,
                          index,
                          applyTextEdits(documentText(now.layout, now.hosts[index]!), edits),
                        ),
                      );
                    }}
                  >
                    {problem.fix.label}
                  </button>
                ) : suggested && suggested.problem.rule === problem.rule ? (
                  <button
                    type="button"
                    className="al-link"
                    onClick={() => {
                      const mend = mendingOf(suggested, set);
                      if (mend) change(mend.label, mend.edit);
                    }}
                  >
                    {suggested.problem.suggestion!.label}
                  </button>
                ) : (
                  <p className="al-sub">
                    <Words text={problem.remedy} />
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
      )}
      <ul className="al-host-passed" aria-label="Checks that passed">
        {passedChecks(part, host.name, problems).map((words) => (
          <li key={words}>
            <StateMark mark="good">{words}</StateMark>
          </li>
        ))}
      </ul>
      <ExpandableSection
        toggleText="Name, BMC and NICs of the table"
        isExpanded={open}
        onToggle={(_event, expanded) => setOpen(expanded)}
      >
        <div className="al-hosts-questions">
          {(['name', 'role', 'mac1', 'mac2', 'bmc', 'bmc_user', 'boot_mac', 'root_device'] as const).map(
            (name) => (
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
            ),
          )}
        </div>
      </ExpandableSection>
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
