import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { capitalized, firstWords } from '../../../core/contract/documents/words.ts';
import type { ArrivalLine, MediaJob } from '../../../core/contract/topics/media.ts';
import { sizeOf } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';
import { StateMark } from '../../parts/state-mark.tsx';
import { Term } from '../../parts/term.tsx';
import { MediaProgress } from '../media-progress.tsx';
import { volumeNumbers } from '../media-words.ts';
import { t as mediaTexts } from '../messages.ts';
import { VolumeRow } from '../volume-row.tsx';
import { t } from './messages.ts';
import { type Affected, affectedBy, arrivedBoxes, deliverableMark } from './receive-words.ts';

/** The volumes of a transfer with their states. */
export function ArrivedVolumes({ arrival, job }: { arrival: ArrivalLine; job: MediaJob | undefined }) {
  const { transfer, bytesReceived: here, bytes } = arrival;
  return (
    <Card
      title={<Term term="volume">{t('volumesTitle')}</Term>}
      note={
        <span className="al-num">
          {t(arrival.checked ? 'volumesNote' : 'presentNote', { progress: sizeOf(here, bytes) })}
        </span>
      }
    >
      <VolumeRow
        label={mediaTexts('volumesLabel', { transfer })}
        boxes={arrivedBoxes(arrival, job)}
        groups={[]}
      />
      <MediaProgress
        job={job}
        label={t('progressLabel')}
        text={(progress) => t('progressText', { progress })}
      />
    </Card>
  );
}

/** The verdict on the signature of a transfer. */
export function ArrivedOrigin({ origin }: { origin: ArrivalLine['origin'] }) {
  return (
    <p>
      <StateMark
        mark={origin.state === 'verified' ? 'good' : origin.state === 'rejected' ? 'bad' : 'warning'}
      >
        {origin.summary}
      </StateMark>
    </p>
  );
}

/** Damaged and missing volumes with the affected images and the remedy. */
export function ArrivalProblems({ arrival }: { arrival: ArrivalLine }) {
  const damaged = arrival.volumes.filter(({ state }) => state === 'damaged');
  const missing = arrival.volumes.filter(({ state }) => state === 'missing');
  if (damaged.length + missing.length === 0) return null;
  const unknownImages = missing.length > 0 ? t('unknownImagesText') : '';
  return (
    <Card title={t('problemsTitle')} flush>
      <ul className="al-list">
        {damaged.map((volume) => (
          <ProblemLine
            key={volume.number}
            mark="bad"
            title={t('damagedVolumeTitle', { volume: volume.number })}
            affected={affectedBy([volume])}
          >
            {volume.deliverables.length === 0 && `${unknownImages} `}
            {t('damagedRemedy')}
          </ProblemLine>
        ))}
        {missing.length > 0 && (
          <ProblemLine
            mark="left-out"
            title={t('missingVolumesTitle', {
              count: missing.length,
              volumes: volumeNumbers(missing.map(({ number }) => number)),
            })}
            affected={affectedBy(missing)}
          >
            {t('missingRemedy', { count: missing.length })}
          </ProblemLine>
        )}
        {arrival.files.length > 0 && (
          <ProblemLine
            mark="left-out"
            title={t('missingFilesTitle', { count: arrival.files.length })}
            affected={affectedBy([])}
          >
            {firstWords(arrival.files, 3)}
          </ProblemLine>
        )}
      </ul>
    </Card>
  );
}

function ProblemLine({
  mark,
  title,
  affected,
  children,
}: {
  mark: 'bad' | 'left-out';
  title: string;
  affected: Affected;
  children: ReactNode;
}) {
  const { names, summary } = affected;
  return (
    <li className="al-rejected-set">
      <StateMark mark={mark} />
      <div className="al-grow">
        <p>
          <strong>{title}</strong>
        </p>
        {names.length > 0 && (
          <details>
            <summary>{summary}</summary>
            <ul className="al-rejected-set-images">
              {names.slice(0, 200).map((name) => (
                <li key={name} className="al-mono al-anywhere">
                  {name}
                </li>
              ))}
            </ul>
          </details>
        )}
        <p className="al-sub">{children}</p>
      </div>
    </li>
  );
}

/** Releases, operators and other content: complete, or the volumes that are missing. */
export function DeliverableTable({ arrival, pushAt }: { arrival: ArrivalLine; pushAt: string }) {
  if (arrival.deliverables.length === 0) return null;
  return (
    <Card title={t('contentTitle')} flush>
      <table className="al-plain-table">
        <thead>
          <tr>
            <th scope="col">{t('contentColumn')}</th>
            <th scope="col">{t('statusColumn')}</th>
            <th scope="col" className="al-cell-end">
              {t('imagesColumn')}
            </th>
            <th scope="col">
              <span className="al-unseen">{t('pushColumn')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {arrival.deliverables.map((line) => {
            const { mark, state } = deliverableMark(line);
            return (
              <tr key={line.name}>
                <th scope="row">{capitalized(line.name)}</th>
                <td>
                  <StateMark mark={mark}>{state}</StateMark>
                </td>
                <td className="al-cell-end al-num">{line.images}</td>
                <td className="al-cell-end">
                  {line.missing === 0 && (
                    <Link to={pushAt} aria-label={t('pushContentLabel', { content: line.name })}>
                      {t('pushLink')}
                    </Link>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}
