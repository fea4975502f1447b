import './settings.css';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Screen } from '../../parts/screen.tsx';
import { t } from './messages.ts';

export const SECTIONS = [
  { path: 'registries', title: t('registriesSection') },
  { path: 'doctor', title: t('doctorSection') },
  { path: 'certificates', title: t('certificatesSection') },
  { path: 'proxy', title: t('proxySection') },
  { path: 'defaults', title: t('defaultsSection') },
  { path: 'notifications', title: t('notificationsSection') },
  { path: 'appearance', title: t('appearanceSection') },
  { path: 'diagnostics', title: t('diagnosticsSection') },
  { path: 'about', title: t('aboutSection') },
] as const;

export type Section = (typeof SECTIONS)[number]['path'];

/** The frame of all sections of Settings, with the heading of one section. */
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
    <Screen eyebrow={[t('topic'), title]} sentence={sentence} actions={actions} scroll={false}>
      <div className="al-settings">
        <nav className="al-settings-nav" aria-label={t('topic')}>
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
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards must reach everything that scrolls
          tabIndex={0}
        >
          {children}
        </section>
      </div>
    </Screen>
  );
}
