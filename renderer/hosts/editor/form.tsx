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
import { t as common } from '../messages.ts';
import { QuestionField } from '../question-field.tsx';
import { useHosts } from '../use-hosts.tsx';
import type { HostState } from '../verdict.ts';
import { InterfaceForms } from './interface-form.tsx';
import { t } from './messages.ts';
import { passedChecks } from './passed-checks.ts';
import { HostProblems } from './problems.tsx';
import { hostQuestions } from './questions.ts';

/** The settings of one host, its problems with their fixes, and the checks that passed. */
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
      <ul className="al-host-passed" aria-label={t('passedLabel')}>
        {passedChecks(part, host.name, problems).map((text) => (
          <li key={text}>
            <StateMark mark="good">{text}</StateMark>
          </li>
        ))}
      </ul>
      <TableParts index={index} host={host} />
      {part && (
        <section aria-label={t('interfacesTitle')}>
          <h3 className="al-hosts-part">{t('interfacesTitle')}</h3>
          <InterfaceForms
            part={part}
            onOpen={onOpen}
            edit={(edit) =>
              change(t('interfaceChanged'), (now) => {
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

/** Chooses the layout of the host. */
function Layout({ index, host }: { index: number; host: SetHost }) {
  const { set, change } = useHosts();
  const ofAll = presetById(set.layout.preset);
  return (
    <FormGroup label={t('layoutLabel')} fieldId="al-host-preset">
      <FormSelect
        id="al-host-preset"
        value={presetById(host.preset ?? '')?.id ?? ''}
        onChange={(_event, id) => change(t('layoutChanged'), (now) => choosePreset(now, index, id))}
      >
        <FormSelectOption
          value=""
          label={t('inheritedLayout', { layout: ofAll ? ofAll.title : common('templateLayout') })}
        />
        {PRESETS.map(({ id, title }) => (
          <FormSelectOption key={id} value={id} label={title} />
        ))}
      </FormSelect>
    </FormGroup>
  );
}

/** The settings of the layout for the host. */
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
                t('settingChanged', { setting: question.label }),
                (now) => answerQuestion(now, index, question, text),
                `${index} ${question.id}`,
              )
            }
          />
        ))}
      </div>
      {!presetOf(set.layout, host) && <p className="al-sub al-small">{t('noSettingsText')}</p>}
    </>
  );
}

const TABLE_PARTS = ['name', 'role', 'mac1', 'mac2', 'bmc', 'bmc_user', 'boot_mac', 'root_device'];

/** The settings of the host that are columns of the table. */
function TableParts({ index, host }: { index: number; host: SetHost }) {
  const { change } = useHosts();
  const [open, setOpen] = useState(false);
  return (
    <ExpandableSection
      toggleText={t('tableSettingsLabel')}
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
              change(t('settingChanged', { setting: partTitle(name) }), (now) =>
                changeHosts(now, (one, at) => (at === index ? withParts(one, { [name]: text }) : one)),
              )
            }
          />
        ))}
      </div>
    </ExpandableSection>
  );
}

/** A setting that is written on blur or Enter: a name that is half typed is another host. */
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
