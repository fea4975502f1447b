import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { count, duration, rate, size } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';
import { RunPhases } from '../../run/live/progress.tsx';
import { runDuration } from '../history-words.ts';
import { t } from './messages.ts';

/** Shows counts and phases of a run. */
export function RecordMoved({ run }: { run: LiveRun }) {
  const facts = movedFacts(run);
  return (
    <Card title={t('transferredTitle')}>
      <div className="al-column">
        {facts.length > 0 ? (
          <dl className="al-moved al-num">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        ) : (
          <p className="al-sub">{t('noneTransferredText')}</p>
        )}
        <RunPhases run={run} />
      </div>
    </Card>
  );
}

function movedFacts(run: LiveRun): [name: string, value: string][] {
  const { images, bytes, retries, workflow } = run;
  const facts: [string, string][] = [];
  if (images) {
    facts.push(
      [t('imagesFact'), count(images.total)],
      [workflow === 'delete' ? t('deletedFact') : t('copiedFact'), count(images.copied)],
    );
    if (images.present > 0)
      facts.push([workflow === 'delete' ? t('retainedFact') : t('presentFact'), count(images.present)]);
    facts.push([t('failedFact'), count(images.failed)]);
  }
  if (bytes) {
    if (workflow !== 'diskToMirror') facts.push([t('downloadedFact'), size(bytes.fetched)]);
    if (workflow !== 'mirrorToDisk') facts.push([t('sentFact'), size(bytes.sent)]);
    if (bytes.written > 0) facts.push([t('writtenFact'), size(bytes.written)]);
    facts.push([t('presentBytesFact'), size(bytes.present)]);
  }
  const ms = runDuration(run);
  if (ms !== undefined) {
    facts.push([t('durationFact'), duration(ms)]);
    const moved = Math.max(bytes?.fetched ?? 0, bytes?.sent ?? 0);
    if (moved > 0 && ms > 0) facts.push([t('rateFact'), rate(moved / (ms / 1000))]);
  }
  if (retries > 0) facts.push([t('retriesFact'), count(retries)]);
  return facts;
}
