import '../hosts.css';
import '../outputs/outputs.css';
import './day2.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { useState } from 'react';
import { Link } from 'react-router';
import { answerOf, type GroupedPolicies } from '../../../core/contract/documents/nmstate.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ProblemList } from '../../parts/failure.tsx';
import { counted } from '../../parts/format.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { saveFile } from '../../parts/save-picture.ts';
import { Card, Screen } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words } from '../../parts/words.tsx';
import { YamlEditor } from '../../parts/yaml/yaml-editor.tsx';
import { DifferenceText } from '../editor/difference-dialog.tsx';
import { textDifference } from '../editor/text-difference.ts';
import { HostsFrame, HostsViews } from '../hosts-frame.tsx';
import { QuestionField } from '../question-field.tsx';
import { useHosts } from '../use-hosts.tsx';
import {
  day2Questions,
  day2Sentence,
  type SharedChange,
  scopeChoices,
  scopeOf,
  scopeValue,
} from './day2-wanted.ts';
import { type Day2, textOf, useDay2 } from './use-day2.ts';

/** A change of running nodes: what it is, whether OVN-Kubernetes can follow, and the policy that does it. */
export default function Day2Screen() {
  return (
    <HostsFrame>
      <Day2View />
    </HostsFrame>
  );
}

/** A change of hosts of the open set. */
export function Day2View() {
  const { set } = useHosts();
  const day2 = useDay2();
  const { first, names, policies, changes } = day2;
  if (first === undefined)
    return (
      <Screen eyebrow={['Hosts', set.name]} sentence="No host for a change">
        <HostsViews />
        <Card>
          <Empty title="The table is empty" action={<Link to="/hosts">Fill the table</Link>}>
            Policies are made of what the hosts are and what they are to be.
          </Empty>
        </Card>
      </Screen>
    );
  return (
    <Screen
      eyebrow={[
        'Hosts',
        <strong key="name">{set.name}</strong>,
        'day 2',
        set.openShiftVersion ? `OpenShift ${set.openShiftVersion}` : 'version not given',
      ]}
      sentence={day2Sentence(policies, changes, names)}
      actions={
        <RequestButton
          request="hosts.save"
          variant="secondary"
          isDisabled={!policies.allowed || changes.length === 0}
          onClick={day2.take}
        >
          Take it into the table
        </RequestButton>
      }
    >
      <HostsViews />
      <div className="al-day2">
        <Wanted day2={day2} first={first} />
        <Outcome day2={day2} first={first} />
      </div>
    </Screen>
  );
}

/** What the hosts are to be: answers for all of them, or the document of one. */
function Wanted({ day2, first }: { day2: Day2; first: number }) {
  const { set } = useHosts();
  const { scope, wanted, names } = day2;
  return (
    <Card title="What is to be">
      <div className="al-column">
        <FormGroup label="For" fieldId="al-day2-scope">
          <FormSelect
            id="al-day2-scope"
            value={scopeValue(scope)}
            onChange={(_event, value) => day2.choose(scopeOf(value))}
          >
            {scopeChoices(set).map((choice) => (
              <FormSelectOption
                key={scopeValue(choice.scope)}
                value={scopeValue(choice.scope)}
                label={choice.label}
              />
            ))}
          </FormSelect>
        </FormGroup>
        <div className="al-hosts-questions">
          {day2Questions(wanted, scope).map((question) => {
            const { value } = answerOf(wanted.layout, wanted.hosts[first]!, question);
            const before = answerOf(set.layout, set.hosts[first]!, question).value;
            return (
              <QuestionField
                key={question.id}
                id={`al-day2-${question.id}`}
                question={question}
                value={value === before ? '' : value}
                otherwise={before}
                onChange={(text) => day2.answer(question, text === '' ? before : text)}
              />
            );
          })}
        </div>
        {'host' in scope && (
          <>
            <Report day2={day2} />
            <section className="al-day2-yaml" aria-label="Wanted document">
              <h3 className="al-hosts-part">Wanted document of {names[0]}</h3>
              <YamlEditor
                label={`Wanted document of ${names[0]}`}
                value={textOf(wanted, first)}
                onChange={day2.write}
              />
            </section>
          </>
        )}
      </div>
    </Card>
  );
}

/** What the node has, where that is not what the table says. */
function Report({ day2: { names, report, setReport } }: { day2: Day2 }) {
  const [open, setOpen] = useState(false);
  return (
    <ExpandableSection
      toggleText="What the node has is not what the table says"
      isExpanded={open}
      onToggle={(_event, expanded) => setOpen(expanded)}
    >
      <FormGroup label="Its NodeNetworkState, or the policy that was applied last" fieldId="al-day2-report">
        <TextArea
          id="al-day2-report"
          className="al-mono al-hosts-paste"
          rows={5}
          resizeOrientation="vertical"
          placeholder={`oc get nns ${names[0]} -o yaml`}
          spellCheck={false}
          value={report}
          onChange={(_event, text) => setReport(text)}
        />
      </FormGroup>
    </ExpandableSection>
  );
}

/** What changes, whether it can, and the policies that do it. */
function Outcome({ day2, first }: { day2: Day2; first: number }) {
  const { set } = useHosts();
  const { names, policies, changes, problems, wanted } = day2;
  const [now, then] = [textOf(set, first), textOf(wanted, first)];
  return (
    <div className="al-column">
      <Card
        title="Before and after"
        note={changes.length === 0 ? 'nothing changes yet' : counted(changes.length, 'change')}
        flush
      >
        {changes.length === 0 ? (
          <p className="al-in al-sub">Change an answer, or the document.</p>
        ) : (
          <Changes changes={changes} all={names.length} />
        )}
      </Card>
      {problems.length > 0 && (
        <Card title="To know">
          <ProblemList problems={[...problems]} />
        </Card>
      )}
      {policies.policies.map((policy) => (
        <PolicyCard key={policy.name} policy={policy} />
      ))}
      {policies.order.length > 0 && (
        <Card title="In this order">
          <ol className="al-outputs-steps">
            {policies.order.map((step) => (
              <li key={step}>
                <Words text={step} />
              </li>
            ))}
          </ol>
        </Card>
      )}
      {now !== then && (
        <Card title={names.length === 1 ? 'In the document' : `In the document of ${names[0]}`}>
          <DifferenceText lines={textDifference(now, then)} label="Difference of the document" />
        </Card>
      )}
    </div>
  );
}

function Changes({ changes, all }: { changes: readonly SharedChange[]; all: number }) {
  return (
    <table className="al-plain-table al-day2-changes">
      <thead>
        <tr>
          <th>What</th>
          <th>Before</th>
          <th>After</th>
          <th>How</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ what, from, to, how, allowed, disruptive, hosts }) => (
          <tr key={`${what} ${from} ${to} ${hosts[0]}`}>
            <th scope="row">
              <StateMark mark={allowed ? (disruptive ? 'warning' : 'good') : 'blocked'}>
                {what}
                {all > 1 && hosts.length < all && (
                  <span className="al-sub"> ({counted(hosts.length, 'host')})</span>
                )}
              </StateMark>
            </th>
            <td className="al-mono">{from ?? <span className="al-sub">none</span>}</td>
            <td className="al-mono">{to ?? <span className="al-sub">none</span>}</td>
            <td>
              {!allowed && <strong>Refused. </strong>}
              {how}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function PolicyCard({ policy }: { policy: GroupedPolicies['policies'][number] }) {
  const [rollback, setRollback] = useState(false);
  const text = rollback ? policy.rollback : policy.policy;
  const file = rollback ? policy.file.replace(/\.yaml$/, '-rollback.yaml') : policy.file;
  return (
    <Card
      title={rollback ? `Rollback of ${policy.name}` : policy.name}
      note={policy.hosts.length === 1 ? policy.hosts[0] : counted(policy.hosts.length, 'host')}
      actions={
        <>
          <button type="button" className="al-link al-small" onClick={() => setRollback(!rollback)}>
            {rollback ? 'Show the policy' : 'Show its rollback'}
          </button>
          <CopyButton text={text} label="Copy" inline />
          <Button
            variant="link"
            isInline
            onClick={() => saveFile(new Blob([text], { type: 'application/yaml' }), file)}
          >
            Save
          </Button>
        </>
      }
      flush
    >
      <div className="al-day2-policy">
        <YamlEditor label={rollback ? `Rollback of ${policy.name}` : `Policy ${policy.name}`} value={text} />
      </div>
    </Card>
  );
}
