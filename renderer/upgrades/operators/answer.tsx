import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { asSentence } from '../../../core/contract/documents/words.ts';
import type {
  ContractOperatorAnswer,
  ContractOperatorHop,
} from '../../../core/contract/topics/operator-upgrades.ts';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { MirrorCard, Notes } from '../question/mirror-card.tsx';
import { WalkStep } from '../question/walk-step.tsx';
import { t } from './messages.ts';
import { changeTo, type OperatorFields } from './question.ts';
import { RailsCard } from './rails-card.tsx';

/** Shows the updates of an operator or why there are none, its channels, and the configuration. */
export function OperatorAnswer({
  answer,
  name,
  onAsk,
}: {
  answer: ContractOperatorAnswer;
  name: string;
  onAsk: (changes: Partial<OperatorFields>) => void;
}) {
  const { hops, rejection, rails, faults, notes, configuration, svg } = answer;
  return (
    <>
      {rejection && <NoOperatorPath rejection={rejection} onAsk={onAsk} />}
      {hops && hops.length > 0 && <Hops hops={hops} />}
      <Notes notes={notes} />
      {faults.map((fault) => (
        <p key={fault}>
          <StateMark mark="bad">{t('channelFault', { fault })}</StateMark>
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
              ? t('selectsOnly')
              : t('selectsMore', { versions: configuration.extra.join(', ') })
          }
          notes={configuration.notes}
          yaml={configuration.yaml}
        />
      )}
    </>
  );
}

const NEAREST = {
  reached: 'reachedLabel',
  'leads-to-target': 'sourceLabel',
  allows: 'allowsLabel',
  similar: 'similarLabel',
} as const;

/** Shows why no path exists, with a button for each of the closest options. */
function NoOperatorPath({
  rejection: { reason, stages, nearest },
  onAsk,
}: {
  rejection: NonNullable<ContractOperatorAnswer['rejection']>;
  onAsk: (changes: Partial<OperatorFields>) => void;
}) {
  return (
    <Card title={<StateMark mark="warning">{t('noPathReasonTitle')}</StateMark>}>
      <div className="al-column">
        <p>{asSentence(reason)}</p>
        {stages && (
          <p>
            {t.parts('stagesText', {
              stages: stages.join(' → '),
              strong: (inner) => <strong key="strong">{inner}</strong>,
            })}
          </p>
        )}
        {nearest.map((near) => (
          <div key={`${near.kind} ${near.name} ${near.channel}`} className="al-row al-wrap">
            <span className="al-sub">{t(NEAREST[near.kind])}</span>
            <Button variant="secondary" size="sm" onClick={() => onAsk(changeTo(near))}>
              {near.version ?? near.name}
            </Button>
            {near.channel && <span className="al-sub">{t('inChannel', { channel: near.channel })}</span>}
          </div>
        ))}
      </div>
    </Card>
  );
}

function Hops({ hops }: { hops: readonly ContractOperatorHop[] }) {
  const [first] = hops;
  return (
    <ol className="al-upgrade-steps" aria-label={t('stepsLabel')}>
      <WalkStep sign="start" title={first!.fromVersion ?? first!.from} note={t('installed')} />
      {hops.map(({ to, toVersion, channel, switched, by, catalog }, at) => (
        <WalkStep
          key={`${catalog} ${to}`}
          sign={at === hops.length - 1 ? 'end' : 'update'}
          title={toVersion ?? to}
          note={t('hopNote', { channel, field: by })}
        >
          {switched && (
            <p className="al-small">
              <StateMark mark="warning">{t('changeChannel', { channel })}</StateMark>
            </p>
          )}
          {at > 0 && hops[at - 1]!.catalog !== catalog && (
            <p className="al-small al-sub al-anywhere">{t('fromCatalog', { catalog })}</p>
          )}
        </WalkStep>
      ))}
    </ol>
  );
}
