import type { SectionId } from './form-fields.ts';
import { t } from './messages.ts';

/** The tools for installed clusters, in addition to the sections of the form. */
export const TOOLS = [
  { id: 'cloud-config', label: t('cloudConfigLink') },
  { id: 'day-2', label: t('day2Link') },
] as const;

export type Tab = SectionId | 'manifests' | 'tools' | (typeof TOOLS)[number]['id'];

/** Returns the address of a part of the screen, with the draft. */
export function tabAddress(tab: Tab, draft: string | undefined): string {
  return `/install-config/${tab}${draft === undefined ? '' : `?draft=${draft}`}`;
}
