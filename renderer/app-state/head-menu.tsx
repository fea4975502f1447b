import { Dropdown } from '@patternfly/react-core/dist/esm/components/Dropdown';
import { MenuToggle, type MenuToggleElement } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import { type ReactNode, type Ref, useState } from 'react';

/** A menu of the masthead, with its button. */
export function HeadMenu({
  label,
  face,
  icon,
  className,
  end = false,
  children,
}: {
  /** The tooltip of the button, and its accessible name if it has no face. */
  label: string;
  face?: ReactNode;
  /** Replaces the face with an icon. */
  icon?: ReactNode;
  className?: string;
  /** Opens to the left, for buttons at the right edge. */
  end?: boolean;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <Dropdown
      isOpen={open}
      onOpenChange={setOpen}
      onSelect={() => setOpen(false)}
      shouldFocusToggleOnSelect
      popperProps={{ position: end ? 'right' : 'left', appendTo: 'inline' }}
      toggle={(toggle: Ref<MenuToggleElement>) => (
        <MenuToggle
          ref={toggle}
          variant={icon ? 'plain' : 'plainText'}
          size="sm"
          title={label}
          isExpanded={open}
          className={className}
          icon={icon}
          aria-label={icon === undefined ? undefined : label}
          onClick={() => setOpen(!open)}
        >
          {face}
        </MenuToggle>
      )}
    >
      {children}
    </Dropdown>
  );
}
