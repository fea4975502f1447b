import { Link } from 'react-router';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { recordAddress } from '../../parts/addresses.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { count, duration, exactTime, rate, size } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';

/** What an ended run cost. */
export function CostCard({ run }: { run: LiveRun }) {
  const { bytes, images, startedAt, endedAt, retries } = run;
  const ms = endedAt ? new Date(endedAt).getTime() - new Date(startedAt).getTime() : 0;
  const moved = Math.max(bytes?.fetched ?? 0, bytes?.sent ?? 0);
  const facts: [name: string, value: string][] = [];
  if (bytes) {
    facts.push(['Fetched', size(bytes.fetched)]);
    if (run.workflow !== 'mirrorToDisk') facts.push(['Sent', size(bytes.sent)]);
    facts.push(['Written', size(bytes.written)], ['Already there', size(bytes.present)]);
  }
  if (images && images.present > 0) facts.push(['Images', `${count(images.copied)} copied`]);
  if (endedAt) facts.push(['Took', duration(ms)]);
  if (ms > 0 && moved > 0) facts.push(['On average', rate(moved / (ms / 1000))]);
  if (retries > 0) facts.push(['Retries', count(retries)]);
  return (
    <Card title="What it cost" actions={<Link to={recordAddress(run.run)}>Audit record</Link>}>
      <dl className="al-cost al-num">
        {facts.map(([name, value]) => (
          <div key={name} className="al-fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {endedAt && (
          <div className="al-fact al-fact-wide">
            <dt>Ended</dt>
            <dd>{exactTime(new Date(endedAt))}</dd>
          </div>
        )}
        <div className="al-fact al-fact-wide">
          <dt>Record</dt>
          <dd className="al-row">
            <code className="al-mono al-cut" title={run.directory}>
              {run.directory}
            </code>
            <CopyButton text={run.directory} what="Copy the folder of the record" />
          </dd>
        </div>
      </dl>
    </Card>
  );
}
