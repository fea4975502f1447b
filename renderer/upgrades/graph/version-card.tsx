import { useNow } from '../../parts/time.tsx';
import { lifeText } from '../question/release-life.ts';
import { riskTitle } from '../question/upgrade-words.ts';
import { t } from './messages.ts';
import type { GraphModel } from './model.ts';
import { updatesAt } from './words.ts';

const MOST_CHANNELS = 4;
const MOST_RISKS = 3;

/** Shows the details of a version: how the current version reaches it, channels, end of life, updates and their risks. */
export function VersionCard({
  model,
  version,
  from,
  distances,
}: {
  model: GraphModel;
  version: string;
  from: string | undefined;
  distances: readonly number[] | undefined;
}) {
  const now = useNow();
  const at = model.places.get(version);
  if (at === undefined) return null;
  const { channels, errata } = model.picture.versions[at]!;
  const life = lifeText(version, now);
  const relation = relationOf(model, at, from, distances);
  const names = risksInto(model, at);
  const updatesOf = (indexes: readonly number[]) => ({
    updates: indexes.map((index) => model.picture.updates[index]!),
  });
  return (
    <>
      <p className="al-strong">{version}</p>
      {relation && <p>{relation}</p>}
      <p>{channelsText(channels)}</p>
      {life && <p>{life}</p>}
      <p>{t('cardUpdatesTo', { updates: updatesAt(updatesOf(model.into[at]!), version, 'to') })}</p>
      <p>{t('cardUpdatesFrom', { updates: updatesAt(updatesOf(model.out[at]!), version, 'from') })}</p>
      {names.length > 0 && (
        <p>
          {t('cardRisks', {
            risks: names.slice(0, MOST_RISKS).join(', '),
            more: Math.max(0, names.length - MOST_RISKS),
          })}
        </p>
      )}
      {errata && <p className="al-sub al-anywhere">{errata}</p>}
    </>
  );
}

function channelsText(channels: readonly string[]): string {
  if (channels.length === 0) return t('noChannels');
  return t('cardChannels', {
    channels: channels.slice(0, MOST_CHANNELS).join(', '),
    more: Math.max(0, channels.length - MOST_CHANNELS),
  });
}

/** Returns how a version relates to the current one, or undefined without one. */
function relationOf(
  { places }: GraphModel,
  at: number,
  from: string | undefined,
  distances: readonly number[] | undefined,
): string | undefined {
  const start = places.get(from ?? '');
  if (from === undefined || start === undefined || distances === undefined) return undefined;
  if (at === start) return t('isCurrent');
  if (at < start) return t('isDowngrade', { from });
  const updates = distances[at]!;
  return updates === Number.POSITIVE_INFINITY
    ? t('isUnreachable', { from })
    : t('isReachable', { from, updates });
}

/** Returns the names of the risks of the updates to a version, each once. */
function risksInto({ picture, into }: GraphModel, at: number): string[] {
  const names = (into[at] ?? []).flatMap((index) => {
    const { kind, risks } = picture.updates[index]!;
    return kind === 'conditional' ? risks.map((risk) => riskTitle(picture.risks[risk]!)) : [];
  });
  return [...new Set(names)];
}
