import { failureOf } from '../../core/contract/contract-error.ts';
import { clock } from '../parts/format.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { t } from './messages.ts';
import type { Keeping } from './saved-changes.ts';

/** Shows whether the draft is saved, and since when. */
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
          {t('draftUnsaved')}{' '}
          <button type="button" className="al-link" onClick={() => void now()}>
            {t('saveDraftButton')}
          </button>
        </StateMark>
      </span>
    );
  return (
    <span className="al-sub al-small al-wide-only al-nowrap">
      {pending ? t('draftSaving') : at ? t('draftSavedAt', { time: clock(at) }) : t('draftSaved')}
    </span>
  );
}
