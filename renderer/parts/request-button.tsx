import { Button, type ButtonProps } from '@patternfly/react-core/dist/esm/components/Button';
import type { RequestName } from '../../core/contract/contract.ts';
import { useRefusal } from '../engine/requests.ts';

/** A button that sends a request. In a session without the right to it, it is disabled with the reason as its title. */
export function RequestButton({
  request,
  isDisabled = false,
  title,
  ...props
}: ButtonProps & { request: RequestName }) {
  const refusal = useRefusal(request);
  return <Button {...props} isDisabled={isDisabled || refusal !== undefined} title={refusal ?? title} />;
}
