import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { PathInput } from '../parts/fields/path-input.tsx';
import { t } from './messages.ts';

/** Rarely used options of an export or import, collapsed at first. */
export function More({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <ExpandableSection
      toggleText={t('moreButton')}
      isExpanded={open}
      onToggle={(_event, expanded) => setOpen(expanded)}
      isIndented
    >
      <div className="al-carry-more">{children}</div>
    </ExpandableSection>
  );
}

/** A file with OpenPGP keys. */
export function KeyFileInput(props: Omit<ComponentProps<typeof PathInput>, 'kind' | 'extensions'>) {
  return <PathInput kind="file" extensions={['asc', 'gpg', 'pgp', 'key']} {...props} />;
}
