import { lstat, readFile } from 'node:fs/promises';
import { z } from 'zod';
import {
  type FileFormat,
  inCurrentFormat,
  rethrowFormat,
  writeInFormat,
} from '../../base/formats/file-format.ts';
import type { Digest } from '../../base/image/digest.ts';

const FORMAT = { kind: 'state', current: 1 } as const satisfies FileFormat;

/** `PLAN.approval.json`. */
export const APPROVAL = z.object({
  format: z.literal(FORMAT.current),
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
  const text = `${JSON.stringify({ format: FORMAT.current, digest, ...approval }, undefined, 2)}\n`;
  await writeInFormat(file, text, FORMAT);
  return file;
}

/**
 * Returns the approval of a plan, or undefined if there is none or the plan has changed since.
 * @throws AirlockError `workspace-format`
 */
export async function readApproval(plan: string, digest: Digest): Promise<NamedApproval | undefined> {
  try {
    const facts = await lstat(fileOf(plan));
    if (!facts.isFile() || facts.size > LARGEST) return undefined;
    const json: unknown = JSON.parse(await readFile(fileOf(plan), 'utf8'));
    const found = APPROVAL.parse(inCurrentFormat(json, fileOf(plan), FORMAT));
    if (found.digest !== digest) return undefined;
    const { name, role, at } = found;
    return { name: name.replaceAll(/\p{C}/gu, ''), role: role.replaceAll(/\p{C}/gu, ''), at };
  } catch (cause) {
    rethrowFormat(cause);
    return undefined;
  }
}

function fileOf(plan: string): string {
  return `${plan}.approval.json`;
}
