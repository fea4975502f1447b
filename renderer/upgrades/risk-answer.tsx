import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { TextArea } from '@patternfly/react-core/dist/esm/components/TextArea';
import { useId, useState } from 'react';
import { LONGEST_REASON, type UpgradeRisk } from '../../core/contract/topics/upgrades.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { t } from './messages.ts';
import { riskTitle } from './question/upgrade-words.ts';
import type { RiskAnswersOfWorkspace } from './use-risk-answers.ts';

/** Shows the decision whether a risk affects the clusters, or records it with its reason. */
export function RiskDecision({
  risk: { name, answer },
  answers,
  onRecord,
}: {
  risk: UpgradeRisk;
  answers: Pick<RiskAnswersOfWorkspace, 'possible' | 'isPending'>;
  onRecord: RiskAnswersOfWorkspace['record'];
}) {
  const [applies, setApplies] = useState<boolean>();
  const [reason, setReason] = useState('');
  const id = useId();
  if (name === '') return null;
  if (!answers.possible) return <p className="al-sub">{t('answerNeedsWorkspace')}</p>;
  if (answer)
    return (
      <div className="al-upgrade-answer">
        <AnswerMark applies={answer.applies} />
        <p className="al-anywhere">{t('answerReason', { reason: answer.reason })}</p>
        <RequestButton
          request="upgrades.answerRisk"
          variant="link"
          isInline
          isDisabled={answers.isPending}
          onClick={() => onRecord(name, undefined)}
        >
          {t('removeAnswerButton')}
        </RequestButton>
      </div>
    );
  if (applies === undefined)
    return (
      <div className="al-actions">
        {[false, true].map((each) => (
          <RequestButton
            key={String(each)}
            request="upgrades.answerRisk"
            variant="secondary"
            size="sm"
            onClick={() => setApplies(each)}
          >
            {t(each ? 'appliesButton' : 'notAppliesButton')}
          </RequestButton>
        ))}
      </div>
    );
  const text = reason.trim();
  return (
    <form
      className="al-upgrade-answer"
      aria-label={t(applies ? 'appliesButton' : 'notAppliesButton')}
      onSubmit={(event) => {
        event.preventDefault();
        if (text === '' || answers.isPending) return;
        onRecord(name, { applies, reason: text }, () => {
          setApplies(undefined);
          setReason('');
        });
      }}
    >
      <label htmlFor={id}>{t(applies ? 'appliesReasonLabel' : 'notAppliesReasonLabel')}</label>
      <TextArea
        id={id}
        rows={2}
        resizeOrientation="vertical"
        maxLength={LONGEST_REASON}
        isRequired
        autoFocus
        value={reason}
        onChange={(_event, value) => setReason(value)}
      />
      <div className="al-actions">
        <Button
          type="submit"
          variant="primary"
          size="sm"
          isDisabled={text === '' || answers.isPending}
          isLoading={answers.isPending}
        >
          {t('saveAnswerButton')}
        </Button>
        <Button variant="link" size="sm" onClick={() => setApplies(undefined)}>
          {t('cancelAnswerButton')}
        </Button>
      </div>
    </form>
  );
}

function AnswerMark({ applies }: { applies: boolean }) {
  return applies ? (
    <StateMark mark="warning">{t('appliesText')}</StateMark>
  ) : (
    <StateMark mark="good">{t('notAppliesText')}</StateMark>
  );
}

/** Lists all decisions of the workspace. Each can be removed. */
export function RiskAnswersCard({ answers }: { answers: RiskAnswersOfWorkspace }) {
  if (answers.answers.length === 0) return null;
  return (
    <Card title={t('answersTitle')} note={t('answersNote')} flush>
      <table className="al-plain-table">
        <thead>
          <tr>
            <th>{t('riskColumn')}</th>
            <th>{t('decisionColumn')}</th>
            <th>{t('answerReasonColumn')}</th>
            <th>{t('answeredColumn')}</th>
            <th>{t('actionColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {answers.answers.map(({ risk, applies, reason, answeredAt }) => (
            <tr key={risk}>
              <td className="al-strong">{riskTitle({ name: risk })}</td>
              <td>
                <AnswerMark applies={applies} />
              </td>
              <td className="al-anywhere">{reason}</td>
              <td>
                <RelativeTime at={answeredAt} />
              </td>
              <td>
                <RequestButton
                  request="upgrades.answerRisk"
                  variant="link"
                  isInline
                  aria-label={t('removeAnswerOf', { risk: riskTitle({ name: risk }) })}
                  onClick={() => answers.record(risk, undefined)}
                >
                  {t('removeAnswerButton')}
                </RequestButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
