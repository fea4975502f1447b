import { FormHelperText } from '@patternfly/react-core/dist/esm/components/Form';
import { HelperText, HelperTextItem } from '@patternfly/react-core/dist/esm/components/HelperText';
import type { ReactNode } from 'react';

/** Shows the meaning of a field, or its problem. */
export function FieldNote({
  id,
  problem,
  children,
}: {
  id: string;
  problem: string | undefined;
  children: ReactNode;
}) {
  return (
    <FormHelperText>
      <HelperText id={id}>
        <HelperTextItem variant={problem ? 'error' : 'default'}>{problem ?? children}</HelperTextItem>
      </HelperText>
    </FormHelperText>
  );
}
