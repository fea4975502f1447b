import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import type { PrunePlanLine } from '../../core/contract/topics/transfers.ts';
import type { ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { counted, size } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { asSentence } from './storage-words.ts';

/** What goes and what stays, side by side; the button names how many bytes. `onDone` gets the problems of the removal. */
export function PruneDialog({
  workspace,
  plan,
  onClose,
  onDone,
}: {
  workspace: string;
  plan: PrunePlanLine;
  onClose: () => void;
  onDone: (problems: ContractProblem[]) => void;
}) {
  const prune = useDo('storage.prune');
  const what = counted(plan.remove.length, 'set');
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="al-prune-title">
      <ModalHeader
        title={`Remove ${what}?`}
        labelId="al-prune-title"
        description="The ledger remembers what was sent, so the next transfer stays small. Audit records and what planning needs stay."
      />
      <ModalBody>
        <div className="al-column">
          <div className="al-storage-two">
            <section aria-label="Goes">
              <h3 className="al-strong">Goes, {size(plan.bytes)}</h3>
              <ul className="al-prune-list">
                {plan.remove.map(({ name, bytes }) => (
                  <li key={name}>
                    <StateMark mark="good">
                      <strong>{name}</strong> <span className="al-num">{size(bytes)}</span>
                      <br />
                      <span className="al-sub">All of it arrived</span>
                    </StateMark>
                  </li>
                ))}
              </ul>
            </section>
            <section aria-label="Stays">
              <h3 className="al-strong">
                Stays, {size(plan.keep.reduce((sum, { bytes }) => sum + bytes, 0))}
              </h3>
              {plan.keep.length === 0 && <p className="al-sub">No other set is here.</p>}
              <ul className="al-prune-list">
                {plan.keep.map(({ name, bytes, why }) => (
                  <li key={name}>
                    <StateMark mark="blocked">
                      <strong>{name}</strong> <span className="al-num">{size(bytes)}</span>
                      <br />
                      <span className="al-sub">{asSentence(why, name.replace(/-\d+$/, ''))}</span>
                    </StateMark>
                  </li>
                ))}
              </ul>
            </section>
          </div>
          {prune.error && <FailureAlert error={prune.error} title="Nothing more was removed" />}
        </div>
      </ModalBody>
      <ModalFooter>
        <RequestButton
          request="storage.prune"
          variant="danger"
          isDisabled={prune.isPending}
          isLoading={prune.isPending}
          onClick={() =>
            prune.mutate(
              { workspace, sets: plan.remove.map(({ name }) => name) },
              { onSuccess: ({ problems }) => onDone(problems) },
            )
          }
        >
          Remove {what}, {size(plan.bytes)}
        </RequestButton>
        <Button variant="link" onClick={onClose}>
          Cancel
        </Button>
      </ModalFooter>
    </Modal>
  );
}
