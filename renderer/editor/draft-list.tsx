import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAsk, useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { underHome } from '../parts/paths.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { t } from './messages.ts';
import { RenameDraft } from './rename-draft.tsx';
import { UnreadableFiles } from './unreadable-files.tsx';

/** The properties that lists of all kinds of drafts share. */
interface SharedLine {
  id: string;
  name: string;
  /** Whether the user chose the name. */
  named?: boolean;
  file: string;
  savedAt: string;
  step?: string;
}

/** Lists the drafts to continue, and those that can't be read, or shows nothing without drafts. */
export function DraftList<Line extends SharedLine>({
  of,
  title,
  note,
  address,
  step,
  nameOf = ({ name }) => name,
  isRenamed = false,
}: {
  of: 'drafts' | 'installConfig';
  /** Title of the first column. */
  title: string;
  note?: string;
  /** Returns the address that opens a draft. */
  address: (draft: SharedLine) => string;
  /** Returns the current step of a draft that has several. */
  step?: (draft: SharedLine) => string;
  /** Returns the name of a draft; by default that of its file. */
  nameOf?: (draft: Line) => string;
  /** Whether drafts can be renamed. */
  isRenamed?: boolean;
}) {
  const queries = useQueryClient();
  const known = useAsk(`${of}.list`, {}, { staleTime: 0 });
  const home = useAsk('host.describe', {}).data?.home;
  const remove = useDo(`${of}.remove`);
  const [renamed, setRenamed] = useState<{ id: string; name: string; isOwn: boolean }>();
  if (known.error) return <FailureAlert error={known.error} title={t('draftsError')} />;
  const drafts = (known.data?.drafts ?? []) as readonly SharedLine[] as readonly Line[];
  const unreadable = (
    <UnreadableFiles
      problems={known.data?.unreadable}
      titleOf={(count) => t('unreadableDraftsTitle', { count })}
    />
  );
  if (drafts.length === 0) return unreadable;
  const wideOnly = step ? 'al-wide-only' : '';
  const list = (
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
          {drafts
            .map((draft) => ({ draft, name: nameOf(draft) }))
            .map(({ draft, name }) => (
              <tr key={draft.id}>
                <th scope="row">
                  <Link to={address(draft)}>{name}</Link>
                </th>
                <td className={`al-mono al-anywhere ${wideOnly}`}>{underHome(draft.file, home)}</td>
                {step && <td>{step(draft)}</td>}
                <td>
                  <RelativeTime at={draft.savedAt} />
                </td>
                <td>
                  <div className="al-row al-wrap">
                    {isRenamed && (
                      <RequestButton
                        request="drafts.rename"
                        variant="link"
                        isInline
                        aria-label={t('renameNamedDraftButton', { name })}
                        onClick={() => setRenamed({ id: draft.id, name, isOwn: draft.named === true })}
                      >
                        {t('renameDraftButton')}
                      </RequestButton>
                    )}
                    <RequestButton
                      request={`${of}.remove`}
                      variant="link"
                      isInline
                      aria-label={t('removeNamedDraftButton', { name })}
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
                  </div>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
      {renamed && <RenameDraft draft={renamed} onClose={() => setRenamed(undefined)} />}
    </Card>
  );
  return (
    <>
      {unreadable}
      {list}
    </>
  );
}
