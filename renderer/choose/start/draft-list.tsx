import { useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useAsk, useDo } from '../../engine/requests.ts';
import { FailureAlert } from '../../parts/failure.tsx';
import { underHome } from '../../parts/paths.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { Card } from '../../parts/screen.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { STEPS, stepAddress, stepOf } from '../draft/steps.ts';

/** Drafts to go on with; nothing where there are none. */
export function DraftList() {
  const queries = useQueryClient();
  const known = useAsk('drafts.list', {}, { staleTime: 0 });
  const home = useAsk('host.describe', {}).data?.home;
  const remove = useDo('drafts.remove');
  if (known.error) return <FailureAlert error={known.error} title="The drafts were not read" />;
  const drafts = known.data?.drafts ?? [];
  if (drafts.length === 0) return null;
  return (
    <Card title="Go on with a draft" flush>
      {remove.error && <FailureAlert error={remove.error} title="The draft was not removed" />}
      <table className="al-plain-table">
        <thead>
          <tr>
            <th scope="col">Configuration</th>
            <th scope="col" className="al-wide-only">
              File
            </th>
            <th scope="col">Step</th>
            <th scope="col">Saved</th>
            <th scope="col">
              <span className="al-unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {drafts.map(({ id, name, file, step, savedAt }) => {
            const at = stepOf(step) ?? 'cluster';
            return (
              <tr key={id}>
                <th scope="row">
                  <Link to={stepAddress(id, at)}>{name}</Link>
                </th>
                <td className="al-mono al-anywhere al-wide-only">{underHome(file, home)}</td>
                <td>{STEPS.find((each) => each.name === at)?.label}</td>
                <td>
                  <RelativeTime at={savedAt} />
                </td>
                <td className="al-start-remove">
                  <RequestButton
                    request="drafts.remove"
                    variant="link"
                    isInline
                    aria-label={`Remove the draft ${name}`}
                    isDisabled={remove.isPending}
                    onClick={() =>
                      remove.mutate(
                        { id },
                        { onSettled: () => void queries.invalidateQueries({ queryKey: ['drafts.list'] }) },
                      )
                    }
                  >
                    Remove
                  </RequestButton>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Card>
  );
}
