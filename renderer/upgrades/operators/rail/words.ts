import type { OperatorRail } from '../../../../core/contract/topics/operator-upgrades.ts';

/** What is to be said of a version beside its number. */
export function railWords({ kind, isHead, isInstalled, isOnPath }: OperatorRail['nodes'][number]): string {
  return [
    isHead && 'head',
    isInstalled && 'installed',
    isOnPath && 'on the way',
    kind === 'skipped' && 'skipped: never offered',
    kind === 'absent' && 'not in the channel',
    kind === 'loose' && 'not on the line',
  ]
    .filter(Boolean)
    .join(', ');
}
