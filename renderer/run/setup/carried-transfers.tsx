import type { TransferLine, WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { count, size } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';
import { type Mark, StateMark } from '../../parts/state-mark.tsx';
import { RelativeTime } from '../../parts/time.tsx';
import { t } from './messages.ts';

const STATES: Record<TransferLine['state'], { mark: Mark; label: string }> = {
  complete: { mark: 'good', label: t('transferComplete') },
  partial: { mark: 'warning', label: t('transferPartial') },
  'under-construction': { mark: 'running', label: t('transferUnfinished') },
  moved: { mark: 'left-out', label: t('transferMoved') },
};

/** Lists the transfers of a workspace, which a push without a configuration pushes. */
export function CarriedTransfers({ from }: { from: WorkspaceLine | undefined }) {
  const transfers = from?.enclaves.flatMap((enclave) => enclave.transfers) ?? [];
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
