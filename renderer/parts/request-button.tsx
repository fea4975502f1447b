import { Button, type ButtonProps } from '@patternfly/react-core/dist/esm/components/Button';
import type { RequestName } from '../../core/contract/contract.ts';
import { useRejection } from '../engine/requests.ts';

/** A button that sends a request. In a session without the right to it, it is disabled with the reason as its title. */
export function RequestButton({
  request,
  isDisabled = false,
  title,
  ...props
}: ButtonProps & { request: RequestName }) {
  const rejection = useRejection(request);
  return <Button {...props} isDisabled={isDisabled || rejection !== undefined} title={rejection ?? title} />;
}
