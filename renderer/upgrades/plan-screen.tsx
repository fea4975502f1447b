import { asSentence, withoutPeriod } from '../../core/contract/documents/words.ts';
import './question/upgrades.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import { FormGroup, FormHelperText } from '@patternfly/react-core/dist/esm/components/Form';
import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ContractJointPlan } from '../../core/contract/topics/operator-upgrades.ts';
import { useCurrentWorkspace } from '../app-state/workspace-menu.tsx';
import { useAsk } from '../engine/requests.ts';
import { useTicketed } from '../engine/ticketed.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Empty } from '../parts/empty.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { savePage, saveSvg } from '../parts/save-picture.ts';
import { Card, Screen } from '../parts/screen.tsx';
import { type Mark, StateMark } from '../parts/state-mark.tsx';
import { useNow } from '../parts/time.tsx';
import { t } from './messages.ts';
import { carriedSentence } from './operators/words.ts';
import { draftIn, type PlanDraft, planRequest } from './plan-request.ts';
import { AddToConfiguration } from './question/add-to-configuration.tsx';
import { CatalogField } from './question/catalog-field.tsx';
import { readingText } from './question/catalogs.ts';
import { t as shared } from './question/messages.ts';
import { GraphProblems, MirrorCard, PlanProblems } from './question/mirror-card.tsx';
import { namedOperators } from './question/named-operators.ts';
import { OperatorsCard } from './question/operators-card.tsx';
import { QuestionForm } from './question/question-form.tsx';
import { putTexts, type UpgradeQuestion } from './question/upgrade-question.ts';
import { UpgradeViews } from './question/upgrade-views.tsx';
import { originText } from './question/upgrade-words.ts';
import { useUpgradeQuestion } from './question/use-upgrade-question.ts';
import { StepSign } from './question/walk-step.tsx';
import { useKnownVersions } from './use-upgrade-path.ts';

/** Shows the updates of OpenShift and operators in their order. */
export default function PlanScreen() {
  const workspace = useCurrentWorkspace();
  const settings = useAsk('settings.read', {});
  const { question, change: ask } = useUpgradeQuestion(
    settings.data?.side === 'disconnected' ? 'cached' : 'service',
  );
  const [query, setQuery] = useSearchParams();
  const [draft, setDraft] = useState<PlanDraft>(() => draftIn(query));
  const change = (changes: Partial<PlanDraft>) => setDraft({ ...draft, ...changes });
  const known = useKnownVersions(question, workspace);
  const plan = useTicketed('upgrades.plan');
  const now = useNow();
  const send = (changes: Partial<UpgradeQuestion>) => {
    ask(changes);
    setQuery((before) => {
      putTexts(before, { catalogs: draft.catalogs, operators: draft.operators });
      return before;
    });
    const request = planRequest({ ...question, ...changes }, draft, workspace);
    if (request) void plan.ask(request);
  };
  const answer = plan.error === undefined ? plan.answer?.value : undefined;
  const [adding, setAdding] = useState(false);
  const name = `upgrade-${question.from}-to-${question.to}`;
  return (
    <Screen
      eyebrow={[
        shared('topic'),
        t('planTopic'),
        ...(answer?.origins ?? []).map((origin) => originText(origin, now)),
      ]}
      sentence={
        plan.asking
          ? plan.work?.progress.total
            ? readingText(plan.work)
            : t('planningTitle')
          : answer
            ? withoutPeriod(answer.sentence)
            : t('planStartTitle')
      }
      actions={
        answer &&
        answer.steps.length > 0 && (
          <>
            <CopyButton text={answer.command} label={shared('copyCommandButton')} />
            {hasContent(answer) ? (
              <Button onClick={() => setAdding(true)}>{shared('addButton')}</Button>
            ) : (
              <Button onClick={() => savePage(answer.html, name)}>{t('savePageButton')}</Button>
            )}
          </>
        )
      }
    >
      <UpgradeViews />
      <QuestionForm
        question={question}
        known={known}
        asking={plan.asking}
        onAsk={send}
        request="upgrades.plan"
        action={t('planButton')}
      >
        <div className="al-two">
          <CatalogField value={draft.catalogs} onChange={(catalogs) => change({ catalogs })} />
          <OperatorsField draft={draft} onChange={change} />
        </div>
      </QuestionForm>
      {plan.error !== undefined && <FailureAlert error={plan.error} title={t('planError')} />}
      {answer ? (
        <Plan plan={answer} name={name} />
      ) : (
        plan.error === undefined && (
          <Card>
            <Empty title={t('planEmptyTitle')}>{t('planEmptyText')}</Empty>
          </Card>
        )
      )}
      {adding && answer && (
        <AddToConfiguration
          content={{
            channels: answer.channels,
            operators: answer.catalogs,
            architecture: question.architecture,
            comments: answer.comments,
          }}
          selects={carriedSentence(answer.extra)}
          problems={[]}
          yaml={answer.yaml}
          workspace={workspace}
          name={`${name}.yaml`}
          onClose={() => setAdding(false)}
        />
      )}
    </Screen>
  );
}

const MARKS = { ok: 'good', fails: 'bad', risk: 'warning', note: 'info' } as const satisfies Record<
  string,
  Mark
>;

/** Returns whether a plan has content to add to a configuration. Otherwise, saving its page is the primary action. */
function hasContent({ channels, catalogs }: Pick<ContractJointPlan, 'channels' | 'catalogs'>): boolean {
  return channels.length + catalogs.length > 0;
}

/** Shows the steps, operators and configuration of a plan. @param name name of saved files */
function Plan({ plan, name }: { plan: ContractJointPlan; name: string }) {
  const [query] = useSearchParams();
  const { rejection, steps, operators, problems, yaml, extra, notes, graphProblems } = plan;
  const risks = steps.flatMap(({ checks }) => checks).filter(({ mark }) => mark === 'risk').length;
  return (
    <>
      {rejection !== undefined && (
        <Card title={<StateMark mark="warning">{t('noOpenShiftPathTitle')}</StateMark>}>
          {asSentence(rejection)}
        </Card>
      )}
      <PlanProblems problems={problems} />
      {steps.length > 0 && (
        <Card
          title={t('planStepsTitle')}
          note={plan.possible ? t('checksPassed', { risks }) : t('checksFailed')}
          actions={
            <>
              {hasContent(plan) && (
                <Button variant="link" isInline onClick={() => savePage(plan.html, name)}>
                  {t('savePageButton')}
                </Button>
              )}
              <Button variant="link" isInline onClick={() => saveSvg(plan.svg, name)}>
                {t('saveSvgButton')}
              </Button>
            </>
          }
        >
          <ol className="al-joint-steps">
            {steps.map(({ type, title, details, checks }) => (
              <li key={`${type} ${title}`}>
                <StepSign sign={type} />
                <div>
                  <p className="al-strong">{title}</p>
                  {details.map((detail) => (
                    <p key={detail} className="al-sub al-small">
                      {detail}
                    </p>
                  ))}
                  {checks.map(({ mark, text }) => (
                    <p key={text}>
                      <StateMark mark={MARKS[mark]}>
                        {mark === 'risk' ? (
                          <Link to={`/upgrades?${query}`}>{text}</Link>
                        ) : mark === 'fails' ? (
                          t('failedCheck', { check: text })
                        ) : (
                          text
                        )}
                      </StateMark>
                    </p>
                  ))}
                </div>
              </li>
            ))}
          </ol>
        </Card>
      )}
      <OperatorsCard operators={operators} />
      {yaml !== '' && (
        <MirrorCard
          note={
            extra.length === 0 ? t('planSelectsOnly') : t('planSelectsMore', { versions: extra.join(', ') })
          }
          notes={notes}
          yaml={yaml}
        />
      )}
      <GraphProblems problems={graphProblems} />
    </>
  );
}

/** A field for operators with their installed versions. */
function OperatorsField({
  draft: { operators, asNeeded },
  onChange,
}: {
  draft: PlanDraft;
  onChange: (changes: Partial<PlanDraft>) => void;
}) {
  const { wrong } = namedOperators(operators);
  return (
    <FormGroup label={t('operatorsLabel')} fieldId="al-upgrade-operators">
      <TextArea
        id="al-upgrade-operators"
        className="al-mono"
        rows={2}
        resizeOrientation="vertical"
        value={operators}
        placeholder={t('operatorsPlaceholder')}
        validated={wrong.length > 0 ? 'error' : 'default'}
        onChange={(_event, text) => onChange({ operators: text })}
      />
      <FormHelperText>
        <HelperText>
          <HelperTextItem variant={wrong.length > 0 ? 'error' : 'default'}>
            {wrong.length > 0 ? t('operatorsInvalid', { operators: wrong.join(', ') }) : t('operatorsHelp')}
          </HelperTextItem>
        </HelperText>
      </FormHelperText>
      <Checkbox
        id="al-upgrade-as-needed"
        label={t('asNeededLabel')}
        isChecked={asNeeded}
        onChange={(_event, checked) => onChange({ asNeeded: checked })}
      />
    </FormGroup>
  );
}
