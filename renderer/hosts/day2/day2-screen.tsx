import '../hosts.css';
import '../outputs/outputs.css';
import './day2.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { FormGroup } from '@patternfly/react-core/dist/esm/components/Form';
import { FormSelect, FormSelectOption } from '@patternfly/react-core/dist/esm/components/FormSelect';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { answerOf, type GroupedPolicies } from '../../../core/contract/documents/nmstate.ts';
import { PlanCard } from '../../cluster/plan-card.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ProblemList } from '../../parts/failure.tsx';
import { RequestButton } from '../../parts/request-button.tsx';
import { saveFile } from '../../parts/save-picture.ts';
import { Card, Screen } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { Words } from '../../parts/words.tsx';
import { YamlEditor } from '../../parts/yaml/yaml-editor.tsx';
import { DifferenceText } from '../editor/difference-dialog.tsx';
import { textDifference } from '../editor/text-difference.ts';
import { HostsFrame, HostsViews } from '../hosts-frame.tsx';
import { t as common } from '../messages.ts';
import { QuestionField } from '../question-field.tsx';
import { useHosts } from '../use-hosts.tsx';
import {
  day2Questions,
  day2Sentence,
  type SharedChange,
  scopeChoices,
  scopeOf,
  scopeValue,
} from './day2-request.ts';
import { t } from './messages.ts';
import { type Day2, textOf, useDay2 } from './use-day2.ts';

/** A change of running nodes: the new settings, whether OVN-Kubernetes can follow them, and the policies. */
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
      <Screen eyebrow={[common('topic'), set.name]} sentence={t('noHostsTitle')}>
        <HostsViews />
        <Card>
          <Empty title={t('emptyTableTitle')} action={<Link to="/hosts">{t('fillTableButton')}</Link>}>
            {t('emptyTableText')}
          </Empty>
        </Card>
      </Screen>
    );
  return (
    <Screen
      eyebrow={[
        common('topic'),
        <strong key="name">{set.name}</strong>,
        t('topic'),
        set.openShiftVersion ? t('versionNote', { version: set.openShiftVersion }) : t('noVersionNote'),
      ]}
      sentence={day2Sentence(policies, changes, names)}
      actions={
        <RequestButton
          request="hosts.save"
          variant="secondary"
          isDisabled={!policies.allowed || changes.length === 0}
          onClick={day2.updateTable}
        >
          {t('updateTableButton')}
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

/** The new settings of all hosts, or the new document of one host. */
function Wanted({ day2, first }: { day2: Day2; first: number }) {
  const { set } = useHosts();
  const { scope, desired, names } = day2;
  return (
    <Card title={t('settingsTitle')}>
      <div className="al-column">
        <FormGroup label={t('scopeLabel')} fieldId="al-day2-scope">
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
          {day2Questions(desired, scope).map((question) => {
            const { value } = answerOf(desired.layout, desired.hosts[first]!, question);
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
            <section className="al-day2-yaml" aria-label={t('documentSection')}>
              <h3 className="al-hosts-part">{t('documentTitle', { host: names[0] ?? '' })}</h3>
              <YamlEditor
                label={t('documentTitle', { host: names[0] ?? '' })}
                value={textOf(desired, first)}
                onChange={day2.write}
              />
            </section>
          </>
        )}
      </div>
    </Card>
  );
}

/** The state of the node, if it differs from the table. */
function Report({ day2: { names, report, setReport } }: { day2: Day2 }) {
  const [open, setOpen] = useState(false);
  return (
    <ExpandableSection
      toggleText={t('reportLabel')}
      isExpanded={open}
      onToggle={(_event, expanded) => setOpen(expanded)}
    >
      <FormGroup label={t('reportTextLabel')} fieldId="al-day2-report">
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

/** The changes, whether they are possible, and the policies that make them. */
function Outcome({ day2, first }: { day2: Day2; first: number }) {
  const { set } = useHosts();
  const { names, policies, changes, problems, desired } = day2;
  const [now, then] = [textOf(set, first), textOf(desired, first)];
  return (
    <div className="al-column">
      <Card
        title={t('changesCardTitle')}
        note={changes.length === 0 ? t('noChangesNote') : t('changesNote', { changes: changes.length })}
        flush
      >
        {changes.length === 0 ? (
          <p className="al-in al-sub">{t('noChangesText')}</p>
        ) : (
          <Changes changes={changes} all={names.length} />
        )}
      </Card>
      {problems.length > 0 && (
        <Card title={t('problemsTitle')}>
          <ProblemList problems={[...problems]} />
        </Card>
      )}
      {policies.policies.map((policy) => (
        <PolicyCard key={policy.name} policy={policy} />
      ))}
      {policies.allowed && policies.policies.length > 0 && <ApplyPolicies day2={day2} />}
      {policies.order.length > 0 && (
        <Card title={t('stepsTitle')}>
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
        <Card
          title={
            names.length === 1
              ? t('documentChangesTitle')
              : t('documentChangesOfTitle', { host: names[0] ?? '' })
          }
        >
          <DifferenceText lines={textDifference(now, then)} label={t('documentChangesLabel')} />
        </Card>
      )}
    </div>
  );
}

/** Applies the policies to the cluster, with a preview. */
function ApplyPolicies({ day2: { desired, positions, report } }: { day2: Day2 }) {
  const { set } = useHosts();
  const [overwrite, setOverwrite] = useState(false);
  return (
    <PlanCard
      request="clusters.applyPolicies"
      identity={JSON.stringify([set.cluster, set.openShiftVersion, set.hosts, desired, positions, report])}
      input={(how) => ({
        ...how,
        ...{ present: set, desired, hosts: positions, overwrite },
        report: report.trim() === '' ? undefined : report,
      })}
      overwrite={{ value: overwrite, change: setOverwrite }}
    />
  );
}

function Changes({ changes, all }: { changes: readonly SharedChange[]; all: number }) {
  return (
    <table className="al-plain-table al-day2-changes">
      <thead>
        <tr>
          <th>{t('settingColumn')}</th>
          <th>{t('beforeColumn')}</th>
          <th>{t('afterColumn')}</th>
          <th>{t('effectColumn')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ what, from, to, how, allowed, disruptive, hosts }) => (
          <tr key={`${what} ${from} ${to} ${hosts[0]}`}>
            <th scope="row">
              <StateMark mark={allowed ? (disruptive ? 'warning' : 'good') : 'blocked'}>
                {what}
                {all > 1 && hosts.length < all && (
                  <span className="al-sub"> {t('someHosts', { hosts: hosts.length })}</span>
                )}
              </StateMark>
            </th>
            <td className="al-mono">{from ?? <span className="al-sub">{t('notSet')}</span>}</td>
            <td className="al-mono">{to ?? <span className="al-sub">{t('notSet')}</span>}</td>
            <td>
              {allowed
                ? how
                : t.parts<'rejectedEffect', ReactNode>('rejectedEffect', {
                    reason: how,
                    strong: (inner) => <strong key="rejected">{inner}</strong>,
                  })}
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
      title={rollback ? t('rollbackTitle', { policy: policy.name }) : policy.name}
      note={policy.hosts.length === 1 ? policy.hosts[0] : common('hostCount', { hosts: policy.hosts.length })}
      actions={
        <>
          <button type="button" className="al-link al-small" onClick={() => setRollback(!rollback)}>
            {rollback ? t('showPolicyButton') : t('showRollbackButton')}
          </button>
          <CopyButton text={text} label={t('copyButton')} inline />
          <Button
            variant="link"
            isInline
            onClick={() => saveFile(new Blob([text], { type: 'application/yaml' }), file)}
          >
            {t('saveButton')}
          </Button>
        </>
      }
      flush
    >
      <div className="al-day2-policy">
        <YamlEditor
          label={
            rollback ? t('rollbackTitle', { policy: policy.name }) : t('policyLabel', { policy: policy.name })
          }
          value={text}
        />
      </div>
    </Card>
  );
}
