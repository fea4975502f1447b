import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { t } from './messages.ts';

/**
 * The frame of every screen: eyebrow, a heading with the most important fact, actions (one of them primary), then details.
 * The heading gets the focus when the address changes, so that screen readers read it.
 */
export function Screen({
  eyebrow,
  sentence,
  actions,
  children,
  scroll = true,
}: {
  /** The location of the screen: short parts, separated by dots. */
  eyebrow: ReactNode[];
  sentence: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** False: the screen fills the height itself and scrolls inside. */
  scroll?: boolean;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the address
  useEffect(() => title.current?.focus({ preventScroll: true }), [pathname]);
  const region = scroll ? { tabIndex: 0, role: 'region', 'aria-label': t('contentLabel') } : undefined;
  return (
    <div className="al-screen">
      <header className="al-head">
        <div className="al-grow">
          <p className="al-eyebrow">
            {eyebrow.map((part, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity
              <span key={index}>{part}</span>
            ))}
          </p>
          <h1 className="al-sentence" tabIndex={-1} ref={title}>
            {sentence}
          </h1>
        </div>
        {actions && <div className="al-actions">{actions}</div>}
      </header>

      <div className={scroll ? 'al-body al-scroll' : 'al-body'} {...region}>
        {children}
      </div>
    </div>
  );
}

/** A bordered block with a heading line. No card within a card. */
export function Card({
  title,
  note,
  actions,
  children,
  flush = false,
  grow = false,
  label,
}: {
  title?: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** No padding inside: tables and lists. */
  flush?: boolean;
  /** Fills the remaining height, with its content in the middle. */
  grow?: boolean;
  label?: string;
}) {
  return (
    <section className={grow ? 'al-card al-card-grow' : 'al-card'} aria-label={label || undefined}>
      {title !== undefined && (
        <header>
          <h2>{title}</h2>
          {note !== undefined && <span className="al-sub">{note}</span>}
          {actions !== undefined && <div className="al-actions al-end">{actions}</div>}
        </header>
      )}
      <div className={flush ? undefined : 'al-in'}>{children}</div>
    </section>
  );
}

/** Announces a text to screen readers without showing it. For another `event`, an equal text is announced again. */
export function Announcement({ event, children }: { event: unknown; children: ReactNode }) {
  const [last, setLast] = useState({ event, number: 0 });
  if (last.event !== event) setLast({ event, number: last.number + 1 });
  return (
    <div className="al-unseen" role="status">
      {/* Screen readers announce only what is added. */}
      <span key={last.number}>{children}</span>
    </div>
  );
}
