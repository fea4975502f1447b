import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import { capitalized } from '../../core/contract/documents/words.ts';
import type { PrunePlanLine } from '../../core/contract/topics/transfers.ts';
import type { ContractProblem } from '../../core/contract/topics/vocabulary.ts';
import { useDo } from '../engine/requests.ts';
import { FailureAlert } from '../parts/failure.tsx';
import { size } from '../parts/format.ts';
import { RequestButton } from '../parts/request-button.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { t } from './messages.ts';

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
  const sets = plan.remove.length;
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="al-prune-title">
      <ModalHeader
        title={t('removeTitle', { sets })}
        labelId="al-prune-title"
        description={t('removeText')}
      />
      <ModalBody>
        <div className="al-column">
          <div className="al-storage-two">
            <section aria-label={t('removeList')}>
              <h3 className="al-strong">{t('removeListTitle', { size: size(plan.bytes) })}</h3>
              <ul className="al-prune-list">
                {plan.remove.map(({ name, bytes }) => (
                  <li key={name}>
                    <StateMark mark="good">
                      <strong>{name}</strong> <span className="al-num">{size(bytes)}</span>
                      <br />
                      <span className="al-sub">{t('acknowledged')}</span>
                    </StateMark>
                  </li>
                ))}
              </ul>
            </section>
            <section aria-label={t('retainedList')}>
              <h3 className="al-strong">
                {t('retainedListTitle', {
                  size: size(plan.retain.reduce((sum, { bytes }) => sum + bytes, 0)),
                })}
              </h3>
              {plan.retain.length === 0 && <p className="al-sub">{t('noneRetained')}</p>}
              <ul className="al-prune-list">
                {plan.retain.map(({ name, bytes, why }) => (
                  <li key={name}>
                    <StateMark mark="blocked">
                      <strong>{name}</strong> <span className="al-num">{size(bytes)}</span>
                      <br />
                      <span className="al-sub">{capitalized(why)}</span>
                    </StateMark>
                  </li>
                ))}
              </ul>
            </section>
          </div>
          {prune.error && <FailureAlert error={prune.error} title={t('removeFailedTitle')} />}
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
          {t('removeButton', { sets, size: size(plan.bytes) })}
        </RequestButton>
        <Button variant="link" onClick={onClose}>
          {t('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
