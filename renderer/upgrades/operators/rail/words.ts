import type { OperatorRail } from '../../../../core/contract/topics/operator-upgrades.ts';
import { t } from './messages.ts';

/** Returns the state of a version, such as `head, on the path`. */
export function railWords({ kind, isHead, isInstalled, isOnPath }: OperatorRail['nodes'][number]): string {
  return [
    isHead && t('headState'),
    isInstalled && t('installedState'),
    isOnPath && t('onPathState'),
    kind === 'skipped' && t('skippedState'),
    kind === 'absent' && t('absentState'),
    kind === 'loose' && t('looseState'),
  ]
    .filter(Boolean)
    .join(', ');
}
