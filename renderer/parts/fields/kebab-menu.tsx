import { Dropdown, DropdownList } from '@patternfly/react-core/dist/esm/components/Dropdown';
import { MenuToggle, type MenuToggleElement } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import { EllipsisVIcon } from '@patternfly/react-icons/dist/esm/icons/ellipsis-v-icon';
import { type ReactNode, type Ref, useState } from 'react';

/** A menu of actions behind a button with three dots. */
export function KebabMenu({
  label,
  className,
  isOutside = false,
  onToggle,
  children,
}: {
  /** Accessible name of the button. */
  label: string;
  className?: string;
  /** The menu is drawn at the end of the page, because an element around the button cuts it off. */
  isOutside?: boolean;
  onToggle?: (open: boolean) => void;
  /** Items of the menu. */
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const show = (next: boolean) => {
    setOpen(next);
    onToggle?.(next);
  };
  return (
    <Dropdown
      isOpen={open}
      onOpenChange={show}
      onSelect={() => show(false)}
      shouldFocusToggleOnSelect
      popperProps={{ position: 'right', appendTo: isOutside ? () => document.body : 'inline' }}
      toggle={(toggle: Ref<MenuToggleElement>) => (
        <MenuToggle
          ref={toggle}
          variant="plain"
          className={className}
          aria-label={label}
          isExpanded={open}
          icon={<EllipsisVIcon />}
          onClick={() => show(!open)}
        />
      )}
    >
      <DropdownList>{children}</DropdownList>
    </Dropdown>
  );
}
