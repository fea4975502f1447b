import type { SectionId } from './form-fields.ts';

/** What an address of the screen can name beside a section of the form. */
export const TOOLS = [
  { id: 'cloud-config', label: 'Cloud config' },
  { id: 'day-2', label: 'Day 2' },
] as const;

export type Tab = SectionId | 'manifests' | (typeof TOOLS)[number]['id'];

/** Where a part of the screen is; the draft goes along. */
export function tabAddress(tab: Tab, draft: string | undefined): string {
  return `/install-config/${tab}${draft === undefined ? '' : `?draft=${draft}`}`;
}
