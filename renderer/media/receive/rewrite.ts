import type { ArrivalLine } from '../../../core/contract/topics/media.ts';
import type { GapSide } from '../../../core/contract/topics/vocabulary.ts';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { carryAddress } from '../../parts/addresses.ts';
import { volumeNumbers } from '../media-words.ts';
import { t } from './messages.ts';
import type { ReceiveStep } from './step.ts';

/**
 * Returns the screen that writes the damaged and missing volumes of a transfer again, if a workspace of this host wrote the
 * transfer to drives. Undefined while drives should be read, and on a host of the disconnected side only.
 * @param drives paths of the drives to write to
 */
export function rewriteOffer(
  arrival: ArrivalLine | undefined,
  { resume, receive }: Pick<ReceiveStep, 'resume' | 'receive'>,
  workspaces: readonly WorkspaceLine[],
  drives: readonly string[],
  side: GapSide | undefined,
): { label: string; to: string } | undefined {
  if (side === 'disconnected' || !arrival || arrival.complete || resume?.primary || receive?.primary)
    return undefined;
  const source = workspaces.find(({ enclaves }) =>
    enclaves.some(({ transfers }) =>
      transfers.some(
        ({ name, createdAt, written, received }) =>
          name === arrival.transfer && createdAt === arrival.createdAt && written && !received,
      ),
    ),
  );
  const wanted = arrival.volumes.filter(({ state }) => state !== 'complete').map(({ number }) => number);
  if (!source || wanted.length === 0) return undefined;
  const volumes = volumeNumbers(wanted);
  const only = new URLSearchParams({ volumes: wanted.join(',') });
  return {
    label: t('rewriteButton', { count: wanted.length, volumes }),
    to: `${carryAddress(source.directory, arrival.transfer, drives)}&${only}`,
  };
}

/** Returns the next steps after missing volumes can be written again: that is recommended before a push of complete images. */
export function afterRewrite(step: ReceiveStep, rewrite: ReturnType<typeof rewriteOffer>): ReceiveStep {
  if (!rewrite) return step;
  return { ...step, reportsToSender: false, push: step.push && { ...step.push, primary: false } };
}
