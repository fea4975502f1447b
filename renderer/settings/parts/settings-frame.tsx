import './settings.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Screen } from '../../parts/screen.tsx';

export const SECTIONS = [
  { path: 'registries', title: 'Registries' },
  { path: 'doctor', title: 'Doctor' },
  { path: 'certificates', title: 'Certificates' },
  { path: 'proxy', title: 'Proxy' },
  { path: 'defaults', title: 'Defaults' },
  { path: 'appearance', title: 'Appearance' },
  { path: 'diagnostics', title: 'Diagnostics' },
  { path: 'about', title: 'About' },
] as const;

export type Section = (typeof SECTIONS)[number]['path'];

/** What all sections of the settings share: the sentence is the section's own. */
export function SettingsFrame({
  section,
  sentence,
  actions,
  children,
}: {
  section: Section;
  sentence: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const title = SECTIONS.find(({ path }) => path === section)!.title;
  return (
    <Screen eyebrow={['Settings', title]} sentence={sentence} actions={actions} scroll={false}>
      <div className="al-settings">
        <nav className="al-settings-nav" aria-label="Settings">
          <ul>
            {SECTIONS.map(({ path, title: name }) => (
              <li key={path}>
                <Link to={`/settings/${path}`} aria-current={path === section ? 'page' : undefined}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <section
          className="al-settings-section"
          aria-label={title}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
          tabIndex={0}
        >
          {children}
        </section>
      </div>
    </Screen>
  );
}
