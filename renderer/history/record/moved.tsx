import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { count, duration, rate, size } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';
import { RunPhases } from '../../run/live/progress.tsx';
import { runDuration } from '../history-words.ts';

/** Counts and phases of a run. */
export function RecordMoved({ run }: { run: LiveRun }) {
  const facts = movedFacts(run);
  return (
    <Card title="What it moved">
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
          <p className="al-sub">It ended before anything was counted.</p>
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
      ['Images', count(images.total)],
      [workflow === 'delete' ? 'Deleted' : 'Copied', count(images.copied)],
    );
    if (images.present > 0)
      facts.push([workflow === 'delete' ? 'Stay' : 'Already there', count(images.present)]);
    facts.push(['Failed', count(images.failed)]);
  }
  if (bytes) {
    if (workflow !== 'diskToMirror') facts.push(['Fetched', size(bytes.fetched)]);
    if (workflow !== 'mirrorToDisk') facts.push(['Sent', size(bytes.sent)]);
    facts.push(['Written', size(bytes.written)], ['Not needed', size(bytes.present)]);
  }
  const ms = runDuration(run);
  if (ms !== undefined) {
    facts.push(['Took', duration(ms)]);
    const moved = Math.max(bytes?.fetched ?? 0, bytes?.sent ?? 0);
    if (moved > 0 && ms > 0) facts.push(['On average', rate(moved / (ms / 1000))]);
  }
  if (retries > 0) facts.push(['Retries', count(retries)]);
  return facts;
}
