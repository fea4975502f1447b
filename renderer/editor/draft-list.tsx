import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useAsk, useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { underHome } from '../parts/paths.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { Card } from '../parts/screen.tsx';
import { RelativeTime } from '../parts/time.tsx';

/** What every kind of draft has in its list. */
interface DraftLine {
  id: string;
  step?: string;
}

/** Drafts to continue; nothing where there are none. */
export function DraftList({
  of,
  title,
  note,
  address,
  step,
}: {
  of: 'drafts' | 'installConfig';
  /** Of the first column. */
  title: string;
  note?: string;
  /** Where a draft is opened. */
  address: (draft: DraftLine) => string;
  /** Where a draft of several steps is at. */
  step?: (draft: DraftLine) => string;
}) {
  const queries = useQueryClient();
  const known = useAsk(`${of}.list`, {}, { staleTime: 0 });
  const home = useAsk('host.describe', {}).data?.home;
  const remove = useDo(`${of}.remove`);
  if (known.error) return <FailureAlert error={known.error} title="The drafts were not read" />;
  const drafts = known.data?.drafts ?? [];
  if (drafts.length === 0) return null;
  const wideOnly = step ? 'al-wide-only' : '';
  return (
    <Card title="Go on with a draft" note={note} flush>
      {remove.error && <FailureAlert error={remove.error} title="The draft was not removed" />}
      <table className="al-plain-table">
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col" className={wideOnly}>
              File
            </th>
            {step && <th scope="col">Step</th>}
            <th scope="col">Saved</th>
            <th scope="col">
              <span className="al-unseen">Actions</span>
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
                  aria-label={`Remove the draft ${draft.name}`}
                  isDisabled={remove.isPending}
                  onClick={() =>
                    remove.mutate(
                      { id: draft.id },
                      { onSettled: () => void queries.invalidateQueries({ queryKey: [`${of}.list`] }) },
                    )
                  }
                >
                  Remove
                </RequestButton>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
