import { present } from '../../../core/contract/documents/present.ts';
import '../../upgrades/question/upgrades.css';
import { useState } from 'react';
import { Link } from 'react-router';
import { FailureAlert } from '../../parts/failure.tsx';
import { NoPath } from '../../upgrades/no-path.tsx';
import { upgradeNote } from '../../upgrades/question/upgrade-words.ts';
import type { UpgradeQuestion } from '../../upgrades/question/use-upgrade-question.ts';
import { RiskPanel } from '../../upgrades/risk-panel.tsx';
import { UpgradeSteps } from '../../upgrades/upgrade-steps.tsx';
import { useDraftPlan } from '../draft/use-draft-plan.tsx';
import { useImageSet } from '../draft/use-image-set.ts';
import { rangeLimit } from './edits.ts';
import { t } from './messages.ts';
import { mirroredReleases } from './mirrored-releases.ts';
import type { ClusterPath } from './use-cluster-path.ts';

/** The upgrade path between the versions: its updates, their known risks, and an alternative path. */
export function ClusterPathCard({ path: found }: { path: ClusterPath }) {
  const { question, answer, asking, error, ask } = found;
  const { plan, current } = useDraftPlan();
  const { releases } = useImageSet();
  const { from, to } = question;
  const [looked, setLooked] = useState<{ from: string; to: string }>();
  if (from === '' || to === '') return null;
  if (asking && !answer)
    return (
      <p className="al-sub" role="status">
        {t('pathLoadingText', { from, to })}
      </p>
    );
  if (found.unknown)
    return (
      <p className="al-sub" role="status">
        {t('pathUnknownText', { from, to })}
      </p>
    );
  if (error !== undefined)
    return (
      <FailureAlert
        error={error}
        title={t('graphFailedTitle')}
        actions={
          <>
            <button type="button" className="al-link" onClick={found.again}>
              {t('retryButton')}
            </button>
            <button type="button" className="al-link" onClick={found.write}>
              {t('plainButton')}
            </button>
          </>
        }
      />
    );
  if (answer?.rejection)
    return (
      <div className="al-column">
        <NoPath
          rejection={answer.rejection}
          question={asUpgradeQuestion(found)}
          onAsk={(next) =>
            ask(
              present({
                from: next.from,
                to: next.to,
                channel: next.channel,
                avoidRisks: next.avoidRisks,
              }),
            )
          }
        />
        {releases.length > 0 && <p className="al-sub">{t('unchangedText')}</p>}
      </div>
    );
  const path = answer?.answer;
  if (!path || path.hops.length === 0) return null;
  const mirrored = mirroredReleases(path.path, current ? (plan?.releases ?? []) : [], rangeLimit(releases));
  const shown = path.hops.find((hop) => hop.from === looked?.from && hop.to === looked.to);
  return (
    <section className="al-column" aria-label={t('pathLabel')}>
      <p className="al-choose-note-line">
        {upgradeNote(answer)}{' '}
        <Link to={`/upgrades?${new URLSearchParams({ from, to })}`}>{t('diagramButton')}</Link>
      </p>
      <UpgradeSteps
        path={path}
        also={mirrored?.also}
        onRisks={(hop) =>
          setLooked(
            looked?.from === hop.from && looked.to === hop.to ? undefined : { from: hop.from, to: hop.to },
          )
        }
      />
      {mirrored && (
        <p className="al-choose-note-line" role="status">
          {mirrored.sentence}
        </p>
      )}
      {answer.alternative && (
        <p className="al-choose-note-line">
          {t.parts('aroundText', {
            path: answer.alternative.path.join(' → '),
            updates: answer.alternative.hops.length,
            strong: (inner) => <strong key="strong">{inner}</strong>,
          })}{' '}
          <button type="button" className="al-link" onClick={() => ask({ avoidRisks: true })}>
            {t('aroundButton')}
          </button>
        </p>
      )}
      {shown && <RiskPanel from={shown.from} to={shown.to} risks={shown.risks} />}
      {question.avoidRisks && (
        <p className="al-choose-note-line">
          {t('avoidedText')}{' '}
          <button type="button" className="al-link" onClick={() => ask({ avoidRisks: false })}>
            {t('shortestButton')}
          </button>
        </p>
      )}
    </section>
  );
}

function asUpgradeQuestion({ question, metered, architecture }: ClusterPath): UpgradeQuestion {
  return {
    ...question,
    architecture,
    source: metered ? 'cached' : 'service',
    file: '',
    preference: 'shortest',
    via: '',
    perHop: false,
  };
}
