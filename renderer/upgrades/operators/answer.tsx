import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { capitalized } from '../../../core/contract/documents/words.ts';
import type {
  ContractOperatorAnswer,
  ContractOperatorHop,
} from '../../../core/contract/topics/operator-upgrades.ts';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { MirrorCard, Notes } from '../question/mirror-card.tsx';
import { WalkStep } from '../question/walk-step.tsx';
import { changeTo, type OperatorFields } from './question.ts';
import { RailsCard } from './rails-card.tsx';

/** The updates of an operator or why there are none, its channels, and what to mirror. */
export function OperatorAnswer({
  answer,
  name,
  onAsk,
}: {
  answer: ContractOperatorAnswer;
  name: string;
  onAsk: (changes: Partial<OperatorFields>) => void;
}) {
  const { hops, refusal, rails, faults, notes, configuration, svg } = answer;
  return (
    <>
      {refusal && <Refusal refusal={refusal} onAsk={onAsk} />}
      {hops && hops.length > 0 && <Hops hops={hops} />}
      <Notes notes={notes} />
      {faults.map((fault) => (
        <p key={fault}>
          <StateMark mark="bad">OLM cannot use the channel: {fault}.</StateMark>
        </p>
      ))}
      {rails.length > 0 && (
        <RailsCard
          key={rails.map(({ catalog, channel }) => `${catalog} ${channel}`).join()}
          rails={rails}
          svg={svg}
          name={`upgrade-${name}`}
          onFrom={(from) => onAsk({ from })}
          onTo={(to) => onAsk({ to })}
        />
      )}
      {configuration && (
        <MirrorCard
          note={
            configuration.extra.length === 0
              ? 'exactly the versions on the way'
              : `nothing smaller has the way; beside it: ${configuration.extra.join(', ')}`
          }
          notes={configuration.notes}
          yaml={configuration.yaml}
        />
      )}
    </>
  );
}

const NEAREST = {
  reached: 'Updates lead as far as',
  'leads-there': 'Updates lead there from',
  allows: 'The next OpenShift is allowed by',
  similar: 'Perhaps meant:',
} as const;

/** Why there is no way, and the nearest there is, each one click away. */
function Refusal({
  refusal: { reason, stages, nearest },
  onAsk,
}: {
  refusal: NonNullable<ContractOperatorAnswer['refusal']>;
  onAsk: (changes: Partial<OperatorFields>) => void;
}) {
  return (
    <Card title={<StateMark mark="warning">Why, and what is nearest</StateMark>}>
      <div className="al-column">
        <p>{capitalized(reason)}.</p>
        {stages && (
          <p>
            Mirrored and updated one after the other, each with a catalog that ends there, it is possible:{' '}
            <strong>{stages.join(' → ')}</strong>.
          </p>
        )}
        {nearest.map((near) => (
          <div key={`${near.kind} ${near.name} ${near.channel}`} className="al-row al-wrap">
            <span className="al-sub">{NEAREST[near.kind]}</span>
            <Button variant="secondary" size="sm" onClick={() => onAsk(changeTo(near))}>
              {near.version ?? near.name}
            </Button>
            {near.channel && <span className="al-sub">channel {near.channel}</span>}
          </div>
        ))}
      </div>
    </Card>
  );
}

function Hops({ hops }: { hops: readonly ContractOperatorHop[] }) {
  const [first] = hops;
  return (
    <ol className="al-upgrade-steps" aria-label="The way, update by update">
      <WalkStep sign="start" title={first!.fromVersion ?? first!.from} note="installed" />
      {hops.map(({ to, toVersion, channel, switched, by, catalog }, at) => (
        <WalkStep
          key={`${catalog} ${to}`}
          sign={at === hops.length - 1 ? 'end' : 'update'}
          title={toVersion ?? to}
          note={`${channel}, ${by}`}
        >
          {switched && (
            <p className="al-small">
              <StateMark mark="warning">set the subscription to {channel}</StateMark>
            </p>
          )}
          {at > 0 && hops[at - 1]!.catalog !== catalog && (
            <p className="al-small al-sub al-anywhere">from {catalog}</p>
          )}
        </WalkStep>
      ))}
    </ol>
  );
}
