import type { ReactNode } from 'react';

/** Shows an empty state: what goes here, and the action that creates it. */
export function Empty({
  title,
  children,
  action,
  picture,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
  picture?: ReactNode;
}) {
  return (
    <div className="al-empty">
      {picture}
      <h2>{title}</h2>
      <div className="al-sub">{children}</div>
      {action && <div className="al-actions">{action}</div>}
    </div>
  );
}
