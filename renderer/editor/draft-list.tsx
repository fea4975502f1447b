import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useAsk, useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { underHome } from '../parts/paths.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { t } from './messages.ts';

/** The properties that lists of all kinds of drafts share. */
interface DraftLine {
  id: string;
  step?: string;
}

/** Lists the drafts to continue, or shows nothing without drafts. */
export function DraftList({
  of,
  title,
  note,
  address,
  step,
}: {
  of: 'drafts' | 'installConfig';
  /** Title of the first column. */
  title: string;
  note?: string;
  /** Returns the address that opens a draft. */
  address: (draft: DraftLine) => string;
  /** Returns the current step of a draft that has several. */
  step?: (draft: DraftLine) => string;
}) {
  const queries = useQueryClient();
  const known = useAsk(`${of}.list`, {}, { staleTime: 0 });
  const home = useAsk('host.describe', {}).data?.home;
  const remove = useDo(`${of}.remove`);
  if (known.error) return <FailureAlert error={known.error} title={t('draftsError')} />;
  const drafts = known.data?.drafts ?? [];
  if (drafts.length === 0) return null;
  const wideOnly = step ? 'al-wide-only' : '';
  return (
    <Card title={t('draftsTitle')} note={note} flush>
      {remove.error && <FailureAlert error={remove.error} title={t('removeDraftError')} />}
      <table className="al-plain-table">
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col" className={wideOnly}>
              {t('draftFileColumn')}
            </th>
            {step && <th scope="col">{t('draftStepColumn')}</th>}
            <th scope="col">{t('draftSavedColumn')}</th>
            <th scope="col">
              <span className="al-unseen">{t('draftActionsColumn')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {drafts.map((draft) => (
            <tr key={draft.id}>
              <th scope="row">
                <Link to={address(draft)}>{draft.name}</Link>
              </th>
              <td className={`al-mono al-anywhere ${wideOnly}`}>{underHome(draft.file, home)}</td>
              {step && <td>{step(draft)}</td>}
              <td>
                <RelativeTime at={draft.savedAt} />
              </td>
              <td className="al-cell-end">
                <RequestButton
                  request={`${of}.remove`}
                  variant="link"
                  isInline
                  aria-label={t('removeNamedDraftButton', { name: draft.name })}
                  isDisabled={remove.isPending}
                  onClick={() =>
                    remove.mutate(
                      { id: draft.id },
                      { onSettled: () => void queries.invalidateQueries({ queryKey: [`${of}.list`] }) },
                    )
                  }
                >
                  {t('removeDraftButton')}
                </RequestButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
