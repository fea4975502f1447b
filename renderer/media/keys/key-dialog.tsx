import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core/dist/esm/components/Modal';
import type { ReactNode } from 'react';
import type { RequestName } from '../../../core/contract/contract.ts';
import { RequestButton } from '../../parts/request-button.tsx';
import { t } from './messages.ts';

/** A dialog with one action on a key. */
export function KeyDialog({
  id,
  title,
  description,
  wide = false,
  request,
  danger = false,
  action,
  form,
  isDisabled = false,
  isPending,
  onAct,
  onClose,
  children,
}: {
  id: string;
  title: string;
  description: string;
  wide?: boolean;
  request: RequestName;
  danger?: boolean;
  /** Label of the button. */
  action: string;
  /** ID of the form that the button submits instead of `onAct`. */
  form?: string;
  isDisabled?: boolean;
  isPending: boolean;
  onAct?: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const place = wide ? ({ variant: 'medium', position: 'top' } as const) : ({ variant: 'small' } as const);
  return (
    <Modal isOpen {...place} onClose={onClose} aria-labelledby={`${id}-title`}>
      <ModalHeader title={title} labelId={`${id}-title`} description={description} />
      <ModalBody>{children}</ModalBody>
      <ModalFooter>
        <RequestButton
          request={request}
          variant={danger ? 'danger' : 'primary'}
          type={form === undefined ? 'button' : 'submit'}
          form={form}
          isDisabled={isDisabled || isPending}
          isLoading={isPending}
          onClick={onAct}
        >
          {action}
        </RequestButton>
        <Button variant="link" onClick={onClose}>
          {t('cancelButton')}
        </Button>
      </ModalFooter>
    </Modal>
  );
}
