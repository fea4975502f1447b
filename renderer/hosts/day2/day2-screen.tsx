import '../hosts.css';
import '../outputs/outputs.css';
import './day2.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import {
  answerOf,
  documentOf,
  type GroupedPolicies,
  writeDocument,
} from '../../../core/contract/documents/nmstate.ts';
import type { KeptHostSet } from '../../../core/contract/topics/hosts.ts';
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
  answerAll,
  day2Policies,
  day2Questions,
  day2Sentence,
  hostsOf,
  type Scope,
  type SharedChange,
  scopeOf,
  scopeValue,
  sharedChanges,
  sharedProblems,
} from './day2-wanted.ts';

/** A change of running nodes: what it is, whether OVN-Kubernetes can follow, and the policy that does it. */
export default function Day2Screen() {
  return (
    <HostsFrame>
      <Day2 />
    </HostsFrame>
  );
}

function Day2() {
  const { set, change } = useHosts();
  const [scope, setScope] = useState<Scope>(() => ({
    host: Math.max(
      0,
      set.hosts.findIndex(({ role }) => role === 'worker'),
    ),
  }));
  const [wanted, setWanted] = useState<KeptHostSet>(set);
  const [report, setReport] = useState('');
  const [showReport, setShowReport] = useState(false);
  const positions = hostsOf(set, scope);
  const names = positions.map((index) => set.hosts[index]!.name);
  const [first] = positions;
  const policies = useMemo(() => day2Policies(set, wanted, scope, report), [set, wanted, scope, report]);
  const changes = useMemo(() => sharedChanges(policies), [policies]);
  const problems = useMemo(() => sharedProblems(policies), [policies]);
  if (set.hosts.length === 0 || first === undefined)
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
  const roles = [...new Set(set.hosts.map(({ role }) => role))];
  const now = documentOf(set.layout, set.hosts[first]!).document.yaml.text;
  const then = documentOf(wanted.layout, wanted.hosts[first]!).document.yaml.text;
  const choose = (next: Scope) => {
    setScope(next);
    setWanted(set);
    setReport('');
  };
  const take = () => {
    const after = new Map(positions.map((index) => [index, wanted.hosts[index]!]));
    change('The change is in the table', (kept) => ({
      ...kept,
      hosts: kept.hosts.map((host, index) => after.get(index) ?? host),
    }));
  };
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
          onClick={take}
        >
          Take it into the table
        </RequestButton>
      }
    >
      <HostsViews />
      <div className="al-day2">
        <Card title="What is to be">
          <div className="al-column">
            <FormGroup label="For" fieldId="al-day2-scope">
              <FormSelect
                id="al-day2-scope"
                value={scopeValue(scope)}
                onChange={(_event, value) => choose(scopeOf(value))}
              >
                {roles.map((role) => (
                  <FormSelectOption key={role} value={`role ${role}`} label={`All hosts of ${role}`} />
                ))}
                {set.hosts.map(({ name }, index) => (
                  <FormSelectOption
                    key={`${name} ${scopeValue({ host: index })}`}
                    value={`host ${index}`}
                    label={name || `row ${index + 1}`}
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
                    onChange={(text) =>
                      setWanted((former) => answerAll(former, scope, question, text === '' ? before : text))
                    }
                  />
                );
              })}
            </div>
            {'host' in scope && (
              <ExpandableSection
                toggleText="What the node has is not what the table says"
                isExpanded={showReport}
                onToggle={(_event, open) => setShowReport(open)}
              >
                <FormGroup
                  label="Its NodeNetworkState, or the policy that was applied last"
                  fieldId="al-day2-report"
                >
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
            )}
            {'host' in scope && (
              <section className="al-day2-yaml" aria-label="Wanted document">
                <h3 className="al-hosts-part">Wanted document of {names[0]}</h3>
                <YamlEditor
                  label={`Wanted document of ${names[0]}`}
                  value={then}
                  onChange={(text) => setWanted((former) => writeDocument(former, first, text))}
                />
              </section>
            )}
          </div>
        </Card>
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
              <ProblemList problems={problems} />
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
      </div>
    </Screen>
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
