import { lstat, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { writeFileAtomic } from '../../base/files/atomic-file.ts';
import type { Digest } from '../../base/image/digest.ts';

/** `PLAN.approval.json`. */
export const APPROVAL = z.object({
  format: z.literal(1),
  digest: z.string().describe('Digest of the plan'),
  name: z.string().max(200).describe('Who approved it'),
  role: z.string().max(20).describe('Role of the session'),
  at: z.iso.datetime().describe('Time'),
});

/** In bytes. An approval has about 300. */
const LARGEST = 64 * 1024;

/** The person who approved a plan in the application. It is a statement, not a signature. */
export interface NamedApproval {
  name: string;
  role: string;
  at: string;
}

/** Stores an approval next to its plan. @throws system errors */
export async function writeApproval(plan: string, digest: Digest, approval: NamedApproval): Promise<string> {
  const file = fileOf(plan);
  await writeFileAtomic(file, `${JSON.stringify({ format: 1, digest, ...approval }, undefined, 2)}\n`);
  return file;
}

/** Returns the approval of a plan, or undefined if there is none or the plan has changed since. */
export async function readApproval(plan: string, digest: Digest): Promise<NamedApproval | undefined> {
  try {
    const facts = await lstat(fileOf(plan));
    if (!facts.isFile() || facts.size > LARGEST) return undefined;
    const found = APPROVAL.parse(JSON.parse(await readFile(fileOf(plan), 'utf8')));
    if (found.digest !== digest) return undefined;
    const { name, role, at } = found;
    return { name: name.replaceAll(/\p{C}/gu, ''), role: role.replaceAll(/\p{C}/gu, ''), at };
  } catch {
    return undefined;
  }
}

function fileOf(plan: string): string {
  return `${plan}.approval.json`;
}
