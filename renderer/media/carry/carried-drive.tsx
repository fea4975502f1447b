import { Alert } from '@patternfly/react-core/dist/esm/components/Alert';
import type { ExportLine, MediaJob } from '../../../core/contract/topics/media.ts';
import { size } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { StickPicture } from '../drives/drive-card.tsx';
import { type InsertedDrive, isAt, isCalled, safeAt, volumeNumbers } from '../media-words.ts';
import { t } from './messages.ts';

/** The state of a drive during an export: in use, or safe to remove. */
export function CarriedDrive({ path, job, name }: { path: string; job: MediaJob | undefined; name: string }) {
  if (!job) return null;
  if (job.status === 'running' && isAt(job, path, name) && job.phase !== 'waiting-for-drive')
    return (
      <p>
        <StateMark mark="running">{t('busyText')}</StateMark>
      </p>
    );
  const readBack = job.settings.kind === 'export' && job.settings.readBack;
  const safe = safeAt(job, path, name);
  return safe && isCalled(safe.name ?? safe.drive, path, name) ? (
    <p>
      <StateMark mark="good">
        <strong className="al-safe">
          {t(readBack ? 'safeText' : 'safeUnverifiedText', {
            count: safe.volumes.length,
            volumes: volumeNumbers(safe.volumes),
          })}
        </strong>
      </StateMark>
    </p>
  ) : null;
}

/** The volumes that fit on none of the chosen drives. */
export function MissingSpace({ plan, chosen }: { plan: ExportLine; chosen: readonly string[] }) {
  const { volumes, bytes } = plan.left;
  if (chosen.length === 0 || volumes === 0) return null;
  return (
    <Alert variant="info" isInline title={t('missingSpaceTitle')} component="h3">
      {t('missingSpaceText', { count: volumes, size: size(bytes) })}
    </Alert>
  );
}

/** The drive that an export waits for. @param inserted the drive that it can continue on */
export function NextDrive({
  need,
  inserted,
}: {
  need: NonNullable<MediaJob['need']>;
  inserted: InsertedDrive | undefined;
}) {
  const insert = t('insertText', { size: size(need.bytes) });
  const go = inserted?.isChosen ? t('continueText', { drive: inserted.name }) : t('selectText');
  return (
    <div className="al-drive al-drive-waits">
      <StickPicture fill={undefined} />
      <div className="al-grow">
        <p>
          <strong>{inserted?.name ?? (need.reason === 'removed' ? need.drive : t('nextDrive'))}</strong>{' '}
          {!inserted && <span className="al-sub al-small">{t('notInserted')}</span>}
        </p>
        <p className="al-sub al-small al-num">
          {t('remainingText', {
            count: need.volumes,
            size: size(need.bytes),
            volume: need.volume,
            nextSize: size(need.volumeBytes),
          })}
        </p>
        <p>
          <StateMark mark="waiting">{inserted ? go : insert}</StateMark>
        </p>
      </div>
    </div>
  );
}
