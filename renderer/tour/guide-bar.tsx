import './guide-bar.css';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { TimesIcon } from '@patternfly/react-icons/dist/esm/icons/times-icon';
import type { ReactNode } from 'react';

/** A bar above the screen that guides through several screens: the place, what to do there, and where to go next. */
export function GuideBar({
  label,
  icon,
  title,
  text,
  closeLabel,
  onClose,
  children,
}: {
  label: string;
  icon: ReactNode;
  title: string;
  text: string | undefined;
  closeLabel: string;
  onClose: () => void;
  /** Buttons. */
  children: ReactNode;
}) {
  return (
    <section className="al-guide-bar" aria-label={label}>
      {icon}
      <p className="al-grow" role="status">
        <strong>{title}</strong>
        {text !== undefined && <span>{text}</span>}
      </p>
      {children}
      <Button
        variant="plain"
        size="sm"
        icon={<TimesIcon />}
        aria-label={closeLabel}
        title={closeLabel}
        onClick={onClose}
      />
    </section>
  );
}
