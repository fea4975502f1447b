import type { ImageRow } from '../../../core/contract/topics/run.ts';
import { sizeOf } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';
import { t } from './messages.ts';

/** Shows the state of an image, in its table and its details. */
export function RowState({
  row,
  deletes,
  paused = false,
}: {
  row: ImageRow;
  deletes: boolean;
  /** Whether the run is paused or waits for a transfer window, so that no image is in progress. */
  paused?: boolean;
}) {
  const { state, done, bytes, attempts } = row;
  if (paused && done && (state === 'running' || state === 'waiting'))
    return <StateMark mark="paused">{t('imagePaused')}</StateMark>;
  switch (state) {
    case 'running':
      return (
        <StateMark mark="running">
          <span className="al-num">
            {bytes > 0 ? sizeOf(Math.min(done ?? 0, bytes), bytes) : t('imageRunning')}
          </span>
        </StateMark>
      );
    case 'failed':
      return (
        <StateMark mark="bad">
          {attempts && attempts > 1 ? t('imageFailedAttempts', { attempts }) : t('imageFailed')}
        </StateMark>
      );
    case 'waiting':
      return <StateMark mark="waiting">{t('waiting')}</StateMark>;
    case 'copied':
      return <StateMark mark="good">{t(deletes ? 'deleted' : 'imageCopied')}</StateMark>;
    case 'present':
      return <StateMark mark="good">{t(deletes ? 'imageRetained' : 'imagePresent')}</StateMark>;
  }
}
