import type { Draft } from '../../../core/contract/topics/drafts.ts';
import type { WorkspaceLine } from '../../../core/contract/topics/workspace.ts';
import { counted, size } from '../../parts/format.ts';
import { baseName } from '../../parts/paths.ts';
import type { TakenOut } from './taken-out.ts';

export type WhereProblems = Partial<Record<'directory' | 'enclave' | 'destination', string>>;

/** What is missing or wrong on the step, by field. */
export function whereProblems({
  goal,
  workspace,
  enclave,
  destination,
}: Pick<Draft, 'goal' | 'workspace' | 'enclave' | 'destination'>): WhereProblems {
  const problems: WhereProblems = {};
  if (!workspace) problems.directory = 'Name a folder for the workspace.';
  else if (!workspace.startsWith('/')) problems.directory = 'Write the folder as a whole path.';
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(enclave))
    problems.enclave = 'Use lower-case letters, digits, dot, dash and underscore.';
  if (goal !== 'disk') {
    if (!destination) problems.destination = 'Name the registry as HOST:PORT or HOST:PORT/PATH.';
    else if (/^\w+:\/\/|\s|@/.test(destination))
      problems.destination = 'Write HOST:PORT or HOST:PORT/PATH, without scheme and user.';
  }
  return problems;
}

/** `To disk in Practice, for fleet`: the step in a sentence. */
export function whereSentence(
  draft: Pick<Draft, 'goal' | 'workspace' | 'enclave' | 'destination'>,
  workspaces: readonly WorkspaceLine[],
): string {
  const { goal, workspace, enclave, destination } = draft;
  if (!workspace) return 'Where does it go, and for whom?';
  const line = workspaces.find(({ directory }) => directory === workspace);
  const folder = line?.practice ? 'Practice' : (line?.name ?? baseName(workspace));
  const whom = enclave === 'default' ? '' : `, for ${enclave}`;
  const registry = destination || 'a registry';
  if (goal === 'disk') return `To disk in ${folder}${whom}`;
  if (goal === 'registry') return `Straight to ${registry}${whom}`;
  return `To disk in ${folder}, then to ${registry}${whom}`;
}

/** `registry.redhat.io` of `registry.redhat.io/ubi9/ubi:latest`; undefined for what is no image of a registry. */
export function registryHost(reference: string): string | undefined {
  const scheme = reference.indexOf('://');
  if (scheme >= 0 && reference.slice(0, scheme) !== 'docker') return undefined;
  const name = scheme < 0 ? reference : reference.slice(scheme + 3);
  const slash = name.indexOf('/');
  const host = slash < 0 ? '' : name.slice(0, slash);
  if (name === '') return undefined;
  return /[.:]/.test(host) || host === 'localhost' ? host : 'docker.io';
}

/** The registries that a configuration is fetched from, each once, releases first. */
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

/** `ubi9/ubi@sha256:…` in place of the tag, which is kept for the destination. */
export function pinned(reference: string, digest: string): string {
  const at = reference.indexOf('@');
  return `${at < 0 ? reference : reference.slice(0, at)}@${digest}`;
}

/** Which names a blocked expression takes out; undefined for one that is not readable. */
export function blockedNames(expression: string, names: readonly string[]): string[] | undefined {
  try {
    const pattern = new RegExp(expression);
    return names.filter((name) => pattern.test(name.replace(/^docker:\/\//, '')));
  } catch {
    return undefined;
  }
}

/**
 * `takes out 2 images, 1.2 GiB: quay.io/lab/debug:1, …`: what an expression matches.
 * @param found additional images whose names match
 * @param taken what it leaves out of everything that is known of the draft; undefined while that isn't known
 */
export function takenWords(found: readonly string[], taken: TakenOut | undefined): string {
  const number = Math.max(taken?.images ?? 0, found.length);
  if (number === 0) return taken ? 'matches no image that is known' : 'matches none of the additional images';
  const example = found[0] === undefined ? '' : `: ${found[0]}${found.length > 1 ? ', …' : ''}`;
  return `takes out ${counted(number, 'image')}${taken ? `, ${size(taken.bytes)}` : ''}${example}`;
}
