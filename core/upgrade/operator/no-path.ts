import { t } from './messages.ts';
import { type OperatorPath, pathOf } from './path.ts';
import { explore, hopsTo } from './search.ts';
import type { Miss } from './target.ts';
import { type NoPath, whyNoPath } from './why-no-path.ts';

/** Returns why no path exists, and a path in stages if possible. */
export function noPath(found: NoPath): Miss & { stages?: OperatorPath } {
  const miss = whyNoPath(found);
  const staged = explore({ ...found.search, inStages: true }).goal;
  if (!staged) return miss;
  const stages = pathOf(found.search, hopsTo(staged));
  const steps = stages.hops.map(({ to, channel }) => `${to} (${channel})`).join(', ');
  return {
    ...miss,
    reason: t('stages', { reason: miss.reason, steps }),
    stages,
  };
}
