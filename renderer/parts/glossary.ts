import { create } from 'zustand';

/** The terms of the glossary (docs/glossary.md), in alphabetical order. */
export const GLOSSARY_TERMS = [
  'acknowledgmentCode',
  'archiveSet',
  'auditRecord',
  'catalog',
  'clusterResources',
  'enclave',
  'imageSet',
  'ledger',
  'plan',
  'releasePayload',
  'run',
  'siteReport',
  'stateFolder',
  'transfer',
  'transferRecord',
  'transferWindow',
  'trustPolicy',
  'upgradePath',
  'volume',
  'workspace',
] as const;

export type GlossaryTerm = (typeof GLOSSARY_TERMS)[number];

/** What the help drawer shows of the glossary: `shown` is a new object each time that it's opened. */
interface GlossaryState {
  shown?: { term?: GlossaryTerm | undefined };
}

export const useGlossary = create<GlossaryState>(() => ({}));

/** Opens the help drawer at the glossary, and scrolls to a term. */
export function openGlossary(term?: GlossaryTerm): void {
  useGlossary.setState({ shown: { term } });
}

export function closeGlossary(): void {
  useGlossary.setState({}, true);
}
