import type { Draft } from '../../../core/contract/topics/drafts.ts';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { size } from '../../parts/format.ts';
import { baseName } from '../../parts/paths.ts';
import type { Excluded } from './excluded.ts';
import { t } from './messages.ts';

export type WhereProblems = Partial<Record<'directory' | 'enclave' | 'destination', string>>;

/** Returns missing and invalid values of the step, by field. */
export function whereProblems({
  goal,
  workspace,
  enclave,
  destination,
}: Pick<Draft, 'goal' | 'workspace' | 'enclave' | 'destination'>): WhereProblems {
  const problems: WhereProblems = {};
  if (!workspace) problems.directory = t('directoryMissingError');
  else if (!workspace.startsWith('/')) problems.directory = t('directoryRelativeError');
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(enclave)) problems.enclave = t('enclaveError');
  if (goal !== 'disk') {
    if (!destination) problems.destination = t('destinationMissingError');
    else if (/^\w+:\/\/|\s|@/.test(destination)) problems.destination = t('destinationError');
  }
  return problems;
}

/** Returns the title of the step: `Mirror to disk in Practice for fleet`. */
export function whereTitle(
  draft: Pick<Draft, 'goal' | 'workspace' | 'enclave' | 'destination'>,
  workspaces: readonly WorkspaceLine[],
): string {
  const { goal, enclave } = draft;
  if (!draft.workspace) return t('openTitle');
  const line = workspaces.find(({ directory }) => directory === draft.workspace);
  const workspace = line?.practice ? t('practiceName') : (line?.name ?? baseName(draft.workspace));
  const registry = draft.destination || 'none';
  if (goal === 'disk') return t('diskHeading', { workspace, enclave });
  if (goal === 'registry') return t('registryHeading', { registry, enclave });
  return t('bothHeading', { workspace, registry, enclave });
}

/** Returns `registry.redhat.io` of `registry.redhat.io/ubi9/ubi:latest`; undefined if it isn't an image of a registry. */
export function registryHost(reference: string): string | undefined {
  const scheme = reference.indexOf('://');
  if (scheme >= 0 && reference.slice(0, scheme) !== 'docker') return undefined;
  const name = scheme < 0 ? reference : reference.slice(scheme + 3);
  const slash = name.indexOf('/');
  const host = slash < 0 ? '' : name.slice(0, slash);
  if (name === '') return undefined;
  return /[.:]/.test(host) || host === 'localhost' ? host : 'docker.io';
}

/** Returns the source registries of a configuration, each once, those of releases first. */
export function sourceHosts(view: {
  releases: readonly unknown[];
  catalogs: readonly { catalog: string }[];
  additionalImages: readonly { name: string }[];
}): string[] {
  const named = [
    ...view.catalogs.map(({ catalog }) => catalog),
    ...view.additionalImages.map(({ name }) => name),
  ];
  const hosts = [
    ...(view.releases.length > 0 ? ['quay.io'] : []),
    ...named.flatMap((name) => registryHost(name) ?? []),
  ];
  return [...new Set(hosts)];
}

/** Returns a reference with a digest. Its tag stays, for the destination. */
export function pinned(reference: string, digest: string): string {
  const at = reference.indexOf('@');
  return `${at < 0 ? reference : reference.slice(0, at)}@${digest}`;
}

/** Returns the names that a blocked expression matches; undefined for an invalid expression. */
export function blockedNames(expression: string, names: readonly string[]): string[] | undefined {
  try {
    const pattern = new RegExp(expression);
    return names.filter((name) => pattern.test(name.replace(/^docker:\/\//, '')));
  } catch {
    return undefined;
  }
}

/**
 * Returns what an expression excludes: `Excludes 2 images, 1.2 GiB: quay.io/lab/debug:1, …`.
 * @param found additional images whose names match
 * @param excluded known content of the draft that it excludes; undefined while that isn't known
 */
export function excludedWords(found: readonly string[], excluded: Excluded | undefined): string {
  const images = Math.max(excluded?.images ?? 0, found.length);
  if (images === 0) return t(excluded ? 'noMatchText' : 'noAdditionalMatchText');
  const [example] = found;
  const others = found.length - 1;
  if (!excluded)
    return example === undefined
      ? t('excludedText', { images })
      : t('excludedExampleText', { images, example, others });
  const sizes = { images, size: size(excluded.bytes) };
  return example === undefined
    ? t('excludedSizeText', sizes)
    : t('excludedSizeExampleText', { ...sizes, example, others });
}
