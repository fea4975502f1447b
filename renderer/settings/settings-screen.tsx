import type { ComponentType } from 'react';
import { Navigate, useParams } from 'react-router';
import { AboutSection } from './about-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { CertificatesSection } from './certificates-section.tsx';
import { DefaultsSection } from './defaults-section.tsx';
import { DiagnosticsSection } from './diagnostics-section.tsx';
import { DoctorSection } from './doctor/section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { SECTIONS, type Section } from './parts/settings-frame.tsx';
import { ProxySection } from './proxy-section.tsx';
import { RegistriesSection } from './registries/registries-section.tsx';

const SCREENS: Record<Section, ComponentType> = {
  registries: RegistriesSection,
  doctor: DoctorSection,
  certificates: CertificatesSection,
  proxy: ProxySection,
  defaults: DefaultsSection,
  notifications: NotificationsSection,
  appearance: AppearanceSection,
  diagnostics: DiagnosticsSection,
  about: AboutSection,
};

export default function SettingsScreen() {
  const { section = 'registries' } = useParams();
  const known = SECTIONS.find(({ path }) => path === section);
  if (!known) return <Navigate to="/settings" replace />;
  const Shown = SCREENS[known.path];
  return <Shown key={known.path} />;
}
