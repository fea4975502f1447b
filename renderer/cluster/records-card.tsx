import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { useAsk } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { Card } from '../parts/screen.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { t } from './messages.ts';

/** The apply history of this host. Each apply can be rolled back once. */
export function RecordsCard({ onRollback }: { onRollback: (record: string) => void }) {
  const found = useAsk('clusters.records', {}, { staleTime: 0 });
  const records = found.data?.records ?? [];
  if (found.error) return <FailureAlert error={found.error} title={t('recordsFailedTitle')} />;
  if (records.length === 0) return null;
  return (
    <Card title={t('recordsTitle')} note={t('recordsNote', { count: records.length })} flush>
      <table className="al-plain-table">
        <thead>
          <tr>
            <th scope="col">{t('appliedColumn')}</th>
            <th scope="col">{t('clusterColumn')}</th>
            <th scope="col">{t('objectsColumn')}</th>
            <th scope="col">
              <span className="al-unseen">{t('rollbackColumn')}</span>
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
                    {t.parts('rolledBack', {
                      time: () => <RelativeTime key="time" at={record.rolledBackAt!} />,
                    })}
                  </span>
                ) : (
                  <Button variant="secondary" size="sm" onClick={() => onRollback(record.directory)}>
                    {t('rollBackButton')}
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
