import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * The frame of every screen: eyebrow, one sentence that says what matters, actions (one of them primary), then evidence.
 * Focus goes to the sentence when the address changes, so that a screen reader says it.
 */
export function Screen({
  eyebrow,
  sentence,
  actions,
  children,
  scroll = true,
}: {
  /** Where one is: short parts, separated by dots. */
  eyebrow: ReactNode[];
  sentence: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  /** False: the screen fills the height itself and scrolls inside. */
  scroll?: boolean;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what focus follows
  useEffect(() => title.current?.focus({ preventScroll: true }), [pathname]);
  const region = scroll ? { tabIndex: 0, role: 'region', 'aria-label': 'Content' } : undefined;
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
  /** Takes the height that is left, its content in the middle. */
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
