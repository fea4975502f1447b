import { failureOf } from '../../core/contract/contract-error.ts';
import { clock } from '../parts/format.ts';
import { StateMark } from '../parts/state-mark.tsx';
import type { Keeping } from './kept-changes.ts';

/** `Draft saved 14:20`: nothing is lost when the window or the engine goes. */
export function SavedMark({
  keeping,
}: {
  keeping: Pick<Keeping<unknown>, 'at' | 'pending' | 'error' | 'now'>;
}) {
  const { at, pending, error, now } = keeping;
  if (error !== undefined)
    return (
      <span className="al-small" role="alert" title={failureOf(error).message}>
        <StateMark mark="warning">
          Draft not saved.{' '}
          <button type="button" className="al-link" onClick={() => void now()}>
            Try again
          </button>
        </StateMark>
      </span>
    );
  return (
    <span className="al-sub al-small al-wide-only al-nowrap">
      {pending ? 'Saving draft' : at ? `Draft saved ${clock(at)}` : 'Draft saved'}
    </span>
  );
}
