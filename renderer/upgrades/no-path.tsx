import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { asSentence } from '../../core/contract/documents/words.ts';
import type { UpgradeRejection } from '../../core/contract/topics/upgrades.ts';
import { Card } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { t } from './messages.ts';
import { isMinor, type UpgradeQuestion, viaIn } from './question/upgrade-question.ts';

/** Shows why no path exists, with a button for each of the closest options. */
export function NoPath({
  rejection,
  question,
  onAsk,
  onRisks,
}: {
  rejection: UpgradeRejection;
  question: Pick<UpgradeQuestion, 'from' | 'to' | 'channel'> &
    Partial<Pick<UpgradeQuestion, 'via' | 'avoidRisks'>>;
  onAsk: (changes: Partial<UpgradeQuestion>) => void;
  /** Shows the risks of an update. */
  onRisks?: (update: { from: string; to: string }) => void;
}) {
  const unknown = rejection.version ?? question.to;
  const via = viaIn(question.via ?? '');
  const instead = (version: string): Partial<UpgradeQuestion> => {
    if (unknown === question.from) return { from: version };
    if (unknown === question.to) return { to: version };
    return { via: via.map((each) => (each === unknown ? version : each)).join(' ') };
  };
  return (
    <Card title={<StateMark mark="warning">{t('noPathTitle')}</StateMark>}>
      <div className="al-column">
        <p>{asSentence(rejection.message)}</p>
        <Choices
          label={t('insteadOf', { version: unknown })}
          values={
            rejection.version !== undefined || (rejection.kind === 'missing-minor' && isMinor(question.to))
              ? rejection.alternatives
              : []
          }
          onChoose={(version) => onAsk(instead(version))}
        />
        <Choices
          label={t('reachableFrom', { version: question.from })}
          values={rejection.nearestReachable}
          onChoose={(to) => onAsk({ to })}
        />
        <Choices
          label={t('sourcesOf', { version: question.to })}
          values={rejection.nearestSources}
          onChoose={(from) => onAsk({ from })}
        />
        <Choices
          label={t('otherChannels')}
          values={rejection.channels.filter((name) => name !== question.channel)}
          onChoose={(channel) => onAsk({ channel })}
        />
        <Choices
          label={t('channelsInGraph')}
          values={rejection.kind === 'unknown-channel' ? rejection.alternatives : []}
          onChoose={(channel) => onAsk({ channel })}
        />
        {rejection.kind === 'backwards' && (
          <div className="al-actions">
            <Button
              variant="secondary"
              size="sm"
              onClick={() => onAsk({ from: question.to, to: question.from, via: '' })}
            >
              {t('swapButton')}
            </Button>
          </div>
        )}
        {rejection.kind === 'risks' && question.avoidRisks !== false && (
          <div className="al-actions">
            <Button variant="secondary" size="sm" onClick={() => onAsk({ avoidRisks: false })}>
              {t('allowRisksButton')}
            </Button>
          </div>
        )}
        {rejection.blocked.map(({ from, to, reasons }) => (
          <div key={`${from} ${to}`}>
            <StateMark mark="blocked">{t('blockedUpdate', { from, to })}</StateMark>
            {reasons.map(({ name, message }) => (
              <p key={name} className="al-sub">
                {message || name || t('noBlockReason')}
              </p>
            ))}
          </div>
        ))}
        {rejection.conditional.map(({ from, to, risks }) => (
          <div key={`${from} ${to}`}>
            <StateMark mark="warning">{t('conditionalUpdate', { from, to })}</StateMark>
            {risks.map(({ name, message }) => (
              <p key={name} className="al-sub">
                {message || name}
              </p>
            ))}
            {onRisks && (
              <Button variant="link" isInline onClick={() => onRisks({ from, to })}>
                {t('showRisksButton')}
              </Button>
            )}
          </div>
        ))}
      </div>
    </Card>
  );
}

function Choices({
  label,
  values,
  onChoose,
}: {
  label: string;
  values: readonly string[];
  onChoose: (value: string) => void;
}) {
  if (values.length === 0) return null;
  return (
    <div className="al-row al-wrap">
      <span className="al-sub">{label}</span>
      {values.map((value) => (
        <Button key={value} variant="secondary" size="sm" onClick={() => onChoose(value)}>
          {value}
        </Button>
      ))}
    </div>
  );
}
