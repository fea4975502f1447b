import type { TransferLine, WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { useAsk } from '../../engine/requests.ts';
import { count, size } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';
import { type Mark, StateMark } from '../../parts/state-mark.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { useSettled } from '../../parts/use-settled.ts';
import { t } from './messages.ts';

const STATES: Record<TransferLine['state'], { mark: Mark; label: string }> = {
  complete: { mark: 'good', label: t('transferComplete') },
  partial: { mark: 'warning', label: t('transferPartial') },
  'under-construction': { mark: 'running', label: t('transferUnfinished') },
  moved: { mark: 'left-out', label: t('transferMoved') },
};

type CarriedTransfer = Pick<TransferLine, 'name' | 'state' | 'images' | 'bytes' | 'createdAt'>;

/** While a directory is typed, nothing is read. */
const SETTLED_MS = 300;

/** Lists the transfers of a directory, which a push without a configuration pushes. @param from its line on the list */
export function CarriedTransfers({
  directory,
  from,
}: {
  directory: string;
  from: WorkspaceLine | undefined;
}) {
  const received = useReceived(from ? '' : directory);
  const transfers: CarriedTransfer[] = from?.enclaves.flatMap((enclave) => enclave.transfers) ?? received;
  return (
    <Card title={t('transfersTitle')} note={transfers.length > 0 ? t('transfersNote') : undefined} flush>
      <p className="al-in">{t('transfersText')}</p>
      {transfers.length > 0 && (
        <table className="al-plan-sections">
          <thead>
            <tr>
              <th scope="col">{t('transferColumn')}</th>
              <th scope="col">{t('stateColumn')}</th>
              <th scope="col" className="al-cell-end">
                {t('imagesColumn')}
              </th>
              <th scope="col" className="al-cell-end">
                {t('sizeColumn')}
              </th>
              <th scope="col">{t('fetchedColumn')}</th>
            </tr>
          </thead>
          <tbody>
            {transfers.map(({ name, state, images, bytes, createdAt }) => (
              <tr key={name}>
                <td className="al-strong">{name}</td>
                <td>
                  <StateMark mark={STATES[state].mark}>{STATES[state].label}</StateMark>
                </td>
                <td className="al-cell-end">{count(images)}</td>
                <td className="al-cell-end">{size(bytes)}</td>
                <td>{createdAt && <RelativeTime at={createdAt} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

/** Returns the transfers of a directory that isn't on the list. @param directory empty: nothing is read */
function useReceived(directory: string): CarriedTransfer[] {
  const settled = useSettled(directory, SETTLED_MS);
  const answer = useAsk(
    'media.arrivals',
    { directory: settled || '-' },
    { enabled: settled.startsWith('/') },
  );
  return (answer.data?.arrivals ?? []).map(({ transfer, complete, images, bytes, createdAt }) => ({
    ...{ name: transfer, state: complete ? 'complete' : 'partial', images: images.total, bytes, createdAt },
  }));
}
