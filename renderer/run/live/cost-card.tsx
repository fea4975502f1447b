import { Link } from 'react-router';
import type { LiveRun } from '../../../core/contract/topics/run.ts';
import { recordAddress } from '../../parts/addresses.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { count, duration, exactTime, rate, size } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';
import { t } from './ended/messages.ts';

/** Shows the bytes, the duration and the retries of a run that ended. */
export function CostCard({ run }: { run: LiveRun }) {
  const { bytes, images, startedAt, endedAt, retries } = run;
  const ms = endedAt ? new Date(endedAt).getTime() - new Date(startedAt).getTime() : 0;
  const transferred = Math.max(bytes?.fetched ?? 0, bytes?.sent ?? 0);
  const facts: [name: string, value: string][] = [];
  if (bytes) {
    if (run.workflow !== 'diskToMirror') facts.push([t('downloadedLabel'), size(bytes.fetched)]);
    if (run.workflow !== 'mirrorToDisk') facts.push([t('sentLabel'), size(bytes.sent)]);
    if (bytes.written > 0) facts.push([t('writtenLabel'), size(bytes.written)]);
    facts.push([t('presentLabel'), size(bytes.present)]);
  }
  if (images && images.present > 0) facts.push([t('copiedLabel'), count(images.copied)]);
  if (endedAt) facts.push([t('durationLabel'), duration(ms)]);
  if (ms > 0 && transferred > 0) facts.push([t('rateLabel'), rate(transferred / (ms / 1000))]);
  if (retries > 0) facts.push([t('retriesLabel'), count(retries)]);
  return (
    <Card
      title={t('statisticsTitle')}
      actions={<Link to={recordAddress(run.run)}>{t('auditRecordButton')}</Link>}
    >
      <dl className="al-cost al-num">
        {facts.map(([name, value]) => (
          <div key={name} className="al-fact">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {endedAt && (
          <div className="al-fact al-fact-wide">
            <dt>{t(run.status === 'paused' ? 'pauseTimeLabel' : 'endTimeLabel')}</dt>
            <dd>{exactTime(new Date(endedAt))}</dd>
          </div>
        )}
        <div className="al-fact al-fact-wide">
          <dt>{t('recordLabel')}</dt>
          <dd className="al-row">
            <code className="al-mono al-cut al-path-end" title={run.directory}>
              <bdi>{run.directory}</bdi>
            </code>
            <CopyButton text={run.directory} what={t('copyRecordButton')} />
          </dd>
        </div>
      </dl>
    </Card>
  );
}
