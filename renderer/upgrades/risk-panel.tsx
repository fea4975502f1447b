import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { UpgradePath, UpgradePicture, UpgradeRisk } from '../../core/contract/topics/upgrades.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { counted } from '../parts/format.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { updatesAt } from './picture-words.ts';
import { GoButtons } from './question/go-buttons.tsx';
import { riskTitle } from './question/upgrade-words.ts';

/** What an update may break: what goes wrong, when, how to find out, and the way round it. */
export function RiskPanel({
  from,
  to,
  risks,
  around,
  onAround,
}: {
  from: string;
  to: string;
  risks: readonly UpgradeRisk[];
  /** The way without risks. */
  around?: UpgradePath | undefined;
  onAround?: (() => void) | undefined;
}) {
  return (
    <section className="al-card al-upgrade-panel" aria-label={`Risks of ${from} to ${to}`}>
      <header>
        <h2>
          <StateMark mark="warning">
            {from} to {to}: {counted(risks.length, 'known risk')}
          </StateMark>
        </h2>
      </header>
      <div className="al-in al-column">
        {risks.map((risk) => (
          <OneRisk key={`${risk.name} ${risk.url}`} risk={risk} />
        ))}
        {around && onAround && (
          <div className="al-upgrade-around">
            <p>
              <strong>Or go round it:</strong> {around.path.join(' → ')}.{' '}
              {counted(around.hops.length, 'update')}.
            </p>
            <Button variant="link" isInline onClick={onAround}>
              Take this way
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

function OneRisk({ risk }: { risk: UpgradeRisk }) {
  return (
    <article className="al-upgrade-risk">
      <h3>{riskTitle(risk)}</h3>
      <p>{risk.message || 'Its source says no more than its name.'}</p>
      {risk.always ? (
        <p>
          <strong>Every cluster</strong> is concerned.
        </p>
      ) : risk.query ? (
        <>
          <p>
            <strong>Is a cluster concerned?</strong> It is where this query gives 1 (Observe, Metrics):
          </p>
          <pre className="al-upgrade-query">{risk.query}</pre>
          <CopyButton text={risk.query} label="Copy query" inline />
        </>
      ) : (
        <p>Nothing says which clusters are concerned.</p>
      )}
      {risk.url && <p className="al-small al-sub al-mono al-anywhere">{risk.url}</p>}
      {risk.name && <p className="al-small al-sub al-mono al-anywhere">{risk.name}</p>}
    </article>
  );
}

/** A version of the drawing: what it is, what leads to it and where it leads. */
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
  const known = picture.versions.find((each) => each.version === version);
  if (!known) return null;
  return (
    <section className="al-card al-upgrade-panel" aria-label={`Version ${version}`}>
      <header>
        <h2>{version}</h2>
        {known.onPath && <StateMark mark="good">On the way</StateMark>}
      </header>
      <div className="al-in al-column">
        <dl className="al-facts">
          <dt>Channels</dt>
          <dd>{known.channels.join(', ') || 'none known'}</dd>
          <dt>Updates to it</dt>
          <dd>{updatesAt(picture, version, 'to')}</dd>
          <dt>Updates from it</dt>
          <dd>{updatesAt(picture, version, 'from')}</dd>
          {known.errata && (
            <>
              <dt>Errata</dt>
              <dd className="al-mono al-anywhere">{known.errata}</dd>
            </>
          )}
        </dl>
        <p className="al-small al-sub">Counted between the versions that are drawn.</p>
        <GoButtons onFrom={onFrom} onTo={onTo} />
      </div>
    </section>
  );
}
