import type { TransferLifeLine } from '../../core/contract/topics/transfers.ts';
import { size } from '../parts/format.ts';
import { StateMark } from '../parts/state-mark.tsx';
import { RelativeTime } from '../parts/time.tsx';
import { transferMark } from './enclave-words.ts';
import { t } from './messages.ts';

/** Lists the transfers of an enclave, the newest first. One of them is open. */
export function TransferTable({
  transfers,
  chosen,
  onChoose,
}: {
  transfers: readonly TransferLifeLine[];
  chosen: string;
  onChoose: (transfer: string) => void;
}) {
  return (
    <table className="al-plain-table al-transfers">
      <thead>
        <tr>
          <th scope="col">{t('transferColumn')}</th>
          <th scope="col">{t('stateColumn')}</th>
          <th scope="col" className="al-cell-end">
            {t('sizeColumn')}
          </th>
          <th scope="col" className="al-cell-end">
            {t('lastStepColumn')}
          </th>
        </tr>
      </thead>
      <tbody>
        {transfers.map((transfer) => {
          const { mark, word } = transferMark(transfer);
          const open = transfer.name === chosen;
          return (
            <tr key={transfer.name} className={open ? 'al-transfer-open' : undefined}>
              <th scope="row">
                <button
                  type="button"
                  className="al-link al-nowrap"
                  aria-pressed={open}
                  onClick={() => onChoose(transfer.name)}
                >
                  {transfer.name}
                </button>
              </th>
              <td>
                <StateMark mark={mark}>
                  {word}
                  {transfer.protected && <span className="al-sub"> · {t('protectedNote')}</span>}
                </StateMark>
              </td>
              <td className="al-cell-end">{transfer.bytes > 0 ? size(transfer.bytes) : ''}</td>
              <td className="al-cell-end al-sub al-nowrap">
                {transfer.stepAt && <RelativeTime at={transfer.stepAt} />}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
