import type { UpgradePicture } from '../../../core/contract/topics/upgrades.ts';
import { t } from './messages.ts';

const KINDS = [
  ['plain', 'plainUpdates'],
  ['conditional', 'conditionalUpdates'],
  ['blocked', 'blockedUpdates'],
] as const;

/** Returns the updates from or to a version by kind: `2 without known risks, 1 blocked`. */
export function updatesAt(
  { updates }: Pick<UpgradePicture, 'updates'>,
  version: string,
  end: 'from' | 'to',
): string {
  const own = updates.filter((update) => update[end] === version);
  const parts = KINDS.flatMap(([kind, key]) => {
    const updates = own.filter((update) => update.kind === kind).length;
    return updates === 0 ? [] : [t(key, { updates })];
  });
  return parts.join(', ') || t('noneUpdates');
}
