import { DropdownItem, type DropdownItemProps } from '@patternfly/react-core/dist/esm/components/Dropdown';
import type { ReactNode } from 'react';
import type { RequestName } from '../../../core/contract/contract.ts';
import { useRejection } from '../../engine/requests.ts';

/**
 * Fields that a request saves. In a session without the right to the request, all of them are disabled, with the reason
 * above them and as their title.
 */
export function RequestFields({
  request,
  quiet = false,
  children,
}: {
  request: RequestName;
  /** True: the reason is shown elsewhere on the screen already. */
  quiet?: boolean;
  children: ReactNode;
}) {
  const rejection = useRejection(request);
  if (rejection === undefined) return children;
  return (
    <fieldset className="al-request-fields" disabled title={rejection}>
      {!quiet && <p className="al-sub al-small">{rejection}</p>}
      {children}
    </fieldset>
  );
}

/** A menu item that sends a request. In a session without the right to it, it is disabled with the reason below it. */
export function RequestItem({
  request,
  isDisabled = false,
  description,
  ...props
}: DropdownItemProps & { request: RequestName }) {
  const rejection = useRejection(request);
  return (
    <DropdownItem
      {...props}
      isDisabled={isDisabled || rejection !== undefined}
      description={rejection ?? description}
    />
  );
}

/** Shows on its own line why this session can't send a request, or nothing if it can. */
export function RequestNote({ request }: { request: RequestName }) {
  const rejection = useRejection(request);
  return rejection === undefined ? null : <p className="al-sub al-small">{rejection}</p>;
}
