import type { LiveRun, RollbackPreview, RollbackTag } from '../../core/contract/topics/run.ts';
import { count, counted } from '../parts/format.ts';
import type { Mark } from '../parts/state-mark.tsx';

/** What a rollback does to a tag, in a word. */
export const TAG_STATES: Record<RollbackTag['state'], { mark: Mark; word: string }> = {
  move: { mark: 'running', word: 'Goes back' },
  there: { mark: 'good', word: 'Is back already' },
  new: { mark: 'left-out', word: 'New, stays' },
  'moved-since': { mark: 'warning', word: 'Moved since' },
  gone: { mark: 'bad', word: 'Cannot' },
};

/** Pushes and rollbacks move tags; what was deleted is pushed again. */
export function canRollBack({ workflow, images }: Pick<LiveRun, 'workflow' | 'images'>): boolean {
  return !['mirrorToDisk', 'replay', 'delete'].includes(workflow) && (images?.copied ?? 0) > 0;
}

/** `12 tags go back. 3 were new with this run and stay.` */
export function rollbackSentence({ counts }: RollbackPreview): string {
  const { move, there, gone } = counts;
  const said = [move === 0 ? 'No tag goes back.' : `${counted(move, 'tag')} ${go(move)} back.`];
  if (there > 0) said.push(`${count(there)} ${there === 1 ? 'is' : 'are'} back already.`);
  if (counts.new > 0)
    said.push(
      `${count(counts.new)} ${counts.new === 1 ? 'was new with this run and stays' : 'were new with this run and stay'}.`,
    );
  if (counts['moved-since'] > 0)
    said.push(
      `${count(counts['moved-since'])} ${counts['moved-since'] === 1 ? 'names' : 'name'} something else by now.`,
    );
  if (gone > 0)
    said.push(`${count(gone)} cannot: the registry does not have what ${gone === 1 ? 'it' : 'they'} named.`);
  return said.join(' ');
}

function go(many: number): string {
  return many === 1 ? 'goes' : 'go';
}
