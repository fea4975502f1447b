import { present } from '../../../core/contract/documents/present.ts';
import '../../upgrades/question/upgrades.css';
import { useState } from 'react';
import { Link } from 'react-router';
import { FailureAlert } from '../../parts/failure.tsx';
import { counted } from '../../parts/format.ts';
import { NoWay } from '../../upgrades/no-way.tsx';
import { upgradeNote } from '../../upgrades/question/upgrade-words.ts';
import type { UpgradeQuestion } from '../../upgrades/question/use-upgrade-question.ts';
import { RiskPanel } from '../../upgrades/risk-panel.tsx';
import { UpgradeSteps } from '../../upgrades/upgrade-steps.tsx';
import type { WayOfCluster } from './use-cluster-way.ts';

/** The way between the versions: its updates, their risks, and the way round these. */
export function ClusterWay({ way }: { way: WayOfCluster }) {
  const { question, answer, asking, error, ask } = way;
  const [looked, setLooked] = useState<{ from: string; to: string }>();
  if (question.from === '' || question.to === '') return null;
  if (asking && !answer)
    return (
      <p className="al-sub" role="status">
        Looking for the way from {question.from} to {question.to}
      </p>
    );
  if (way.unknown)
    return (
      <p className="al-sub" role="status">
        No update graph that is kept here knows the way from {question.from} to {question.to}. It is shown as
        soon as the graph was looked up.
      </p>
    );
  if (error !== undefined)
    return (
      <FailureAlert
        error={error}
        title="The update graph could not be read"
        actions={
          <>
            <button type="button" className="al-link" onClick={way.again}>
              Try again
            </button>
            <button type="button" className="al-link" onClick={way.write}>
              Write the versions as they are
            </button>
          </>
        }
      />
    );
  if (answer?.refusal)
    return (
      <NoWay
        refusal={answer.refusal}
        question={asUpgradeQuestion(way)}
        onAsk={({ from, to, channel, avoidRisks }) => ask(present({ from, to, channel, avoidRisks }))}
      />
    );
  const path = answer?.answer;
  if (!path || path.hops.length === 0) return null;
  const shown = path.hops.find(({ from, to }) => from === looked?.from && to === looked.to);
  return (
    <section className="al-column" aria-label="The way">
      <p className="al-choose-note-line">
        {upgradeNote(answer)}{' '}
        <Link to={`/upgrades?${new URLSearchParams({ from: question.from, to: question.to })}`}>
          See the drawing
        </Link>
      </p>
      <UpgradeSteps
        path={path}
        onRisks={({ from, to }) =>
          setLooked(looked?.from === from && looked.to === to ? undefined : { from, to })
        }
      />
      {answer.around && (
        <p className="al-choose-note-line">
          <strong>Round the risks:</strong> {answer.around.path.join(' → ')},{' '}
          {counted(answer.around.hops.length, 'update')}.{' '}
          <button type="button" className="al-link" onClick={() => ask({ avoidRisks: true })}>
            Take this way
          </button>
        </p>
      )}
      {shown && <RiskPanel from={shown.from} to={shown.to} risks={shown.risks} />}
      {question.avoidRisks && (
        <p className="al-choose-note-line">
          Risks are avoided.{' '}
          <button type="button" className="al-link" onClick={() => ask({ avoidRisks: false })}>
            Take the shortest way
          </button>
        </p>
      )}
    </section>
  );
}

function asUpgradeQuestion({ question, metered, architecture }: WayOfCluster): UpgradeQuestion {
  return {
    ...question,
    architecture,
    source: metered ? 'kept' : 'service',
    file: '',
    way: 'shortest',
    via: '',
    perHop: false,
  };
}
