import { BanIcon } from '@patternfly/react-icons/dist/esm/icons/ban-icon';
import { CheckCircleIcon } from '@patternfly/react-icons/dist/esm/icons/check-circle-icon';
import { ExclamationCircleIcon } from '@patternfly/react-icons/dist/esm/icons/exclamation-circle-icon';
import { ExclamationTriangleIcon } from '@patternfly/react-icons/dist/esm/icons/exclamation-triangle-icon';
import { InfoCircleIcon } from '@patternfly/react-icons/dist/esm/icons/info-circle-icon';
import { MinusCircleIcon } from '@patternfly/react-icons/dist/esm/icons/minus-circle-icon';
import { OutlinedClockIcon } from '@patternfly/react-icons/dist/esm/icons/outlined-clock-icon';
import { PauseCircleIcon } from '@patternfly/react-icons/dist/esm/icons/pause-circle-icon';
import type { ComponentType, ReactNode } from 'react';

export type Mark =
  | 'good'
  | 'running'
  | 'waiting'
  | 'paused'
  | 'warning'
  | 'bad'
  | 'left-out'
  | 'blocked'
  | 'info';

const ICONS: Record<Exclude<Mark, 'running'>, ComponentType> = {
  good: CheckCircleIcon,
  waiting: OutlinedClockIcon,
  paused: PauseCircleIcon,
  warning: ExclamationTriangleIcon,
  bad: ExclamationCircleIcon,
  'left-out': MinusCircleIcon,
  blocked: BanIcon,
  info: InfoCircleIcon,
};

/** Shows a state as icon and word, never as color alone. Without children, the row itself contains the word. */
export function StateMark({ mark, children }: { mark: Mark; children?: ReactNode }) {
  const Icon = mark === 'running' ? BrokenCircle : ICONS[mark];
  return (
    <span className={`al-mark al-mark-${mark}`}>
      <span aria-hidden="true" className="al-mark-icon">
        <Icon />
      </span>
      {children !== undefined && <span>{children}</span>}
    </span>
  );
}

/** A static icon for running, because a page of spinners is distracting. */
function BrokenCircle() {
  return (
    <svg viewBox="0 0 16 16" width="1em" height="1em" aria-hidden="true">
      <circle
        cx="8"
        cy="8"
        r="6.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.4"
        strokeDasharray="7.2 3"
      />
    </svg>
  );
}
