import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { ReactNode } from 'react';
import type { UpgradePath, UpgradePicture, UpgradeRisk } from '../../core/contract/topics/upgrades.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { FailureAlert } from '../parts/failure.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { useNow } from '../parts/time.tsx';
import { updatesAt } from './graph/words.ts';
import { t } from './messages.ts';
import { GoButtons } from './question/go-buttons.tsx';
import { lifeText } from './question/release-life.ts';
import { riskTitle } from './question/upgrade-words.ts';
import { RiskDecision } from './risk-answer.tsx';
import type { RiskAnswersOfWorkspace } from './use-risk-answers.ts';

/** Shows the known risks of an update, which clusters they affect, and the alternative path. */
export function RiskPanel({
  from,
  to,
  risks,
  alternative: around,
  onAround,
  answers,
  onRecord,
}: {
  from: string;
  to: string;
  risks: readonly UpgradeRisk[];
  /** The path without known risks. */
  alternative?: UpgradePath | undefined;
  onAround?: (() => void) | undefined;
  /** Decisions about risks. Undefined where they can't be recorded. */
  answers?: RiskAnswersOfWorkspace | undefined;
  onRecord?: RiskAnswersOfWorkspace['record'] | undefined;
}) {
  const open = risks.filter(({ answer }) => answer?.applies !== false).length;
  return (
    <section className="al-card al-upgrade-panel" aria-label={t('riskPanelLabel', { from, to })}>
      <header>
        <h2>
          <StateMark mark={open > 0 ? 'warning' : 'good'}>
            {open > 0
              ? t('riskPanelTitle', { from, to, risks: open })
              : t('risksDismissedTitle', { from, to, risks: risks.length })}
          </StateMark>
        </h2>
      </header>
      <div className="al-in al-column">
        {risks.map((risk) => (
          <OneRisk key={`${risk.name} ${risk.url}`} risk={risk}>
            {answers && onRecord && <RiskDecision risk={risk} answers={answers} onRecord={onRecord} />}
          </OneRisk>
        ))}
        {answers?.error && <FailureAlert error={answers.error} title={t('answerError')} />}
        {around && (
          <div className="al-upgrade-around">
            <p>
              {t.parts('alternativePath', {
                path: around.path.join(' → '),
                updates: around.hops.length,
                strong,
              })}
            </p>
            {onAround && (
              <Button variant="secondary" size="sm" onClick={onAround}>
                {t('useAlternativeButton')}
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

function strong(inner: ReactNode) {
  return <strong key="strong">{inner}</strong>;
}

function OneRisk({ risk, children }: { risk: UpgradeRisk; children: ReactNode }) {
  return (
    <article className="al-upgrade-risk">
      <h3>{riskTitle(risk)}</h3>
      <p>{risk.message || t('noDescription')}</p>
      {risk.always ? (
        <p>{t.parts('affectsAll', { strong })}</p>
      ) : risk.query ? (
        <>
          <p>{t.parts('affectsQuery', { strong })}</p>
          <pre className="al-upgrade-query">{risk.query}</pre>
          <CopyButton text={risk.query} label={t('copyQueryButton')} inline />
        </>
      ) : (
        <p>{t('affectsUnknown')}</p>
      )}
      {children}
      {risk.url && <p className="al-small al-sub al-mono al-anywhere">{risk.url}</p>}
      {risk.name && <p className="al-small al-sub al-mono al-anywhere">{risk.name}</p>}
    </article>
  );
}

/** Shows the details of a version: its channels, and the updates from and to it. */
export function VersionPanel({
  picture,
  version,
  onFrom,
  onTo,
}: {
  picture: UpgradePicture;
  version: string;
  onFrom: () => void;
  onTo: () => void;
}) {
  const now = useNow();
  const known = picture.versions.find((each) => each.version === version);
  if (!known) return null;
  return (
    <section className="al-card al-upgrade-panel" aria-label={t('versionLabel', { version })}>
      <header>
        <h2>{version}</h2>
        {known.onPath && <StateMark mark="good">{t('onUpgradePath')}</StateMark>}
      </header>
      <div className="al-in al-column">
        <dl className="al-facts">
          <dt>{t('channelsLabel')}</dt>
          <dd>{known.channels.join(', ') || t('noChannels')}</dd>
          <dt>{t('supportLabel')}</dt>
          <dd>{lifeText(version, now)}</dd>
          <dt>{t('updatesToLabel')}</dt>
          <dd>{updatesAt(picture, version, 'to')}</dd>
          <dt>{t('updatesFromLabel')}</dt>
          <dd>{updatesAt(picture, version, 'from')}</dd>
          {known.errata && (
            <>
              <dt>{t('errataLabel')}</dt>
              <dd className="al-mono al-anywhere">{known.errata}</dd>
            </>
          )}
        </dl>
        <p className="al-small al-sub">{t('countedNote')}</p>
        <GoButtons onFrom={onFrom} onTo={onTo} />
      </div>
    </section>
  );
}
