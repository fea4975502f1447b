import type { Role } from '../model/host.ts';

const MASTER = /^(?:masters?|control[- _]?planes?|controllers?|cp|ctrl(?:plane)?)$/;
const WORKER = /^(?:workers?|compute(?:s| node)?|infra|w)$/;

/** Returns the OpenShift name of a role. An unknown word is the name of a custom pool. */
export function roleOf(text: string): { role: Role; known: boolean } | undefined {
  const word = text.trim().toLowerCase();
  if (!word) return undefined;
  if (MASTER.test(word)) return { role: 'master', known: true };
  if (WORKER.test(word) && word !== 'infra') return { role: 'worker', known: true };
  if (/^arbiters?$/.test(word)) return { role: 'arbiter', known: true };
  return { role: word.replaceAll(/[\s_]+/g, '-'), known: false };
}

/** Returns the role that a host's name contains. */
export function roleByName(name: string): Role | undefined {
  const words = name.split('.')[0]!.toLowerCase();
  if (/master|control|ctrl|(?:^|[-_\d])cp[-_\d]/.test(words)) return 'master';
  if (/arbiter/.test(words)) return 'arbiter';
  return /worker|compute|infra|storage|node|(?:^|[-_])w\d/.test(words) ? 'worker' : undefined;
}
