import type { ImageRow } from '../../../core/contract/topics/run.ts';
import { count, sizeOf } from '../../parts/format.ts';
import { StateMark } from '../../parts/state-mark.tsx';

/** The state of an image in the words of its table and its details. */
export function RowState({ row, deletes }: { row: ImageRow; deletes: boolean }) {
  const { state, done, bytes, attempts } = row;
  switch (state) {
    case 'running':
      return (
        <StateMark mark="running">
          <span className="al-num">{bytes > 0 ? sizeOf(Math.min(done ?? 0, bytes), bytes) : 'Running'}</span>
        </StateMark>
      );
    case 'failed':
      return (
        <StateMark mark="bad">
          {attempts && attempts > 1 ? `Failed after ${count(attempts)} attempts` : 'Failed'}
        </StateMark>
      );
    case 'waiting':
      return <StateMark mark="waiting">Waiting</StateMark>;
    case 'copied':
      return <StateMark mark="good">{deletes ? 'Deleted' : 'Copied, checked'}</StateMark>;
    case 'present':
      return <StateMark mark="good">{deletes ? 'Stays' : 'Already there'}</StateMark>;
  }
}
