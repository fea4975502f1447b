import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import type { ContentComparison } from '../../core/contract/topics/registry/registry-content.ts';
import { count, exactTime, shortDigest, size } from '../parts/format.ts';
import { Card } from '../parts/screen.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { t } from './messages.ts';

type OfRegistries = Extract<ContentComparison, { kind: 'registry' }>;
type OfClusters = Extract<ContentComparison, { kind: 'cluster' }>;

/** The result of a comparison. */
export function ComparisonCard({
  compared,
  onClear,
  onSelectUnused,
}: {
  compared: ContentComparison;
  onClear: () => void;
  onSelectUnused: (parts: string[]) => void;
}) {
  return (
    <Card
      title={t('comparisonTitle')}
      note={compared.kind === 'registry' ? t('sameText', { count: compared.same }) : undefined}
      actions={
        <Button variant="link" isInline onClick={onClear}>
          {t('clearButton')}
        </Button>
      }
    >
      {compared.kind === 'registry' ? (
        <Registries compared={compared} />
      ) : (
        <Clusters compared={compared} onSelectUnused={onSelectUnused} />
      )}
    </Card>
  );
}

function Registries({
  compared: { first, second, onlyFirst, onlySecond, changed },
}: {
  compared: OfRegistries;
}) {
  const place = ({ registry, created }: OfRegistries['first']) =>
    t('place', { registry, time: exactTime(new Date(created)) });
  const lists = [
    { list: onlyFirst, title: t('onlyText', { count: onlyFirst.total, place: place(first) }) },
    { list: onlySecond, title: t('onlyText', { count: onlySecond.total, place: place(second) }) },
    { list: changed, title: t('changedText', { count: changed.total }) },
  ].filter(({ list }) => list.total > 0);
  if (lists.length === 0)
    return (
      <p>
        <StateMark mark="good">{t('equalText')}</StateMark>
      </p>
    );
  return (
    <div className="al-column">
      {lists.map(({ list, title }) => (
        <details key={title} className="al-content-list">
          <summary>
            <StateMark mark="warning">{title}</StateMark>
          </summary>
          <ul>
            {list.images.map(({ image, first: before, second: after, bytes }) => (
              <li key={image}>
                <span className="al-mono al-anywhere">{image}</span>{' '}
                <span className="al-sub">
                  {before !== undefined && after !== undefined
                    ? `${shortDigest(before)} → ${shortDigest(after)}`
                    : size(bytes)}
                </span>
              </li>
            ))}
          </ul>
          {list.total > list.images.length && (
            <p className="al-sub al-small">{t('firstOnlyText', { count: count(list.images.length) })}</p>
          )}
        </details>
      ))}
    </div>
  );
}

function Clusters({
  compared: { missing, unused, unread },
  onSelectUnused,
}: {
  compared: OfClusters;
  onSelectUnused: (parts: string[]) => void;
}) {
  const parts = unused.flatMap(({ part }) => part ?? []);
  const frees = unused.reduce((sum, { bytes, shared }) => sum + bytes - shared, 0);
  return (
    <div className="al-column">
      {unread.map(({ part, reason }) => (
        <p key={part}>
          <StateMark mark="warning">{t('unreadText', { part, reason })}</StateMark>
        </p>
      ))}
      {missing.length === 0 ? (
        <p>
          <StateMark mark="good">{t('clusterComplete')}</StateMark>
        </p>
      ) : (
        <details className="al-content-list" open>
          <summary>
            <StateMark mark="bad">{t('clusterMissing', { count: missing.length })}</StateMark>
          </summary>
          <ul>
            {missing.map(({ kind, name, images }) => (
              <li key={`${kind} ${name}`}>
                {t('gap', { kind, name })}{' '}
                {images.map((image) => (
                  <span key={image} className="al-mono al-sub al-small al-anywhere">
                    {image}{' '}
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </details>
      )}
      {unused.length === 0 ? (
        <p>
          <StateMark mark="good">{t('unusedNone')}</StateMark>
        </p>
      ) : (
        <details className="al-content-list">
          <summary>
            <StateMark mark="info">{t('unusedText', { count: unused.length, size: size(frees) })}</StateMark>
          </summary>
          <ul>
            {unused.map(({ name, part, bytes }) => (
              <li key={part ?? name}>
                {name} <span className="al-sub">{size(bytes)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {parts.length > 0 && (
        <div className="al-actions">
          <Button variant="secondary" onClick={() => onSelectUnused(parts)}>
            {t('selectUnusedButton')}
          </Button>
        </div>
      )}
    </div>
  );
}
