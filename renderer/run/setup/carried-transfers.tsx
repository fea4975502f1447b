import type { TransferLine, WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { count, size } from '../../parts/format.ts';
import { Card } from '../../parts/screen.tsx';
import { type Mark, StateMark } from '../../parts/state-mark.tsx';
import { RelativeTime } from '../../parts/time.tsx';

const STATES: Record<TransferLine['state'], { mark: Mark; word: string }> = {
  complete: { mark: 'good', word: 'Whole' },
  partial: { mark: 'warning', word: 'Partial' },
  'under construction': { mark: 'running', word: 'Not finished' },
  moved: { mark: 'left-out', word: 'Carried away' },
};

/** What a push without a configuration pushes: the transfers of a workspace. */
export function CarriedTransfers({ from }: { from: WorkspaceLine | undefined }) {
  const transfers = from?.enclaves.flatMap((enclave) => enclave.transfers) ?? [];
  return (
    <Card title="What is pushed" note={transfers.length > 0 ? 'all transfers together' : undefined} flush>
      <p className="al-in">
        Each transfer carries the configuration that it was fetched with, and that is what is pushed. Choose a
        configuration to push only a part of it.
      </p>
      {transfers.length > 0 && (
        <table className="al-plan-sections">
          <thead>
            <tr>
              <th scope="col">Transfer</th>
              <th scope="col">State</th>
              <th scope="col" className="al-cell-end">
                Images
              </th>
              <th scope="col" className="al-cell-end">
                Size
              </th>
              <th scope="col">Fetched</th>
            </tr>
          </thead>
          <tbody>
            {transfers.map(({ name, state, images, bytes, createdAt }) => (
              <tr key={name}>
                <td className="al-strong">{name}</td>
                <td>
                  <StateMark mark={STATES[state].mark}>{STATES[state].word}</StateMark>
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
