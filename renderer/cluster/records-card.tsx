import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useAsk } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { counted } from '../parts/format.ts';
import { Card } from '../parts/screen.tsx';
import { RelativeTime } from '../parts/time.tsx';

/** What was applied from here before; each can be taken back once. */
export function RecordsCard({ onRollback }: { onRollback: (record: string) => void }) {
  const found = useAsk('clusters.records', {}, { staleTime: 0 });
  const records = found.data?.records ?? [];
  if (found.error) return <FailureAlert error={found.error} title="Former applies were not read" />;
  if (records.length === 0) return null;
  return (
    <Card title="Applied from here" note={counted(records.length, 'time')} flush>
      <table className="al-plain-table">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Cluster</th>
            <th scope="col">Objects</th>
            <th scope="col">
              <span className="al-unseen">Action</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {records.slice(0, 20).map((record) => (
            <tr key={record.directory}>
              <th scope="row">
                <RelativeTime at={record.appliedAt} />
              </th>
              <td>
                {record.context} <span className="al-sub">{record.server}</span>
              </td>
              <td className="al-num">{record.objects}</td>
              <td className="al-cell-end">
                {record.rolledBackAt !== undefined ? (
                  <span className="al-sub">
                    taken back <RelativeTime at={record.rolledBackAt} />
                  </span>
                ) : (
                  <Button variant="secondary" size="sm" onClick={() => onRollback(record.directory)}>
                    Roll back
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
