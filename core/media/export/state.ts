import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { AirlockError, asAirlockError } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { makeDirectory } from '../../base/files/atomic-file.ts';
import { writeInFormat } from '../../base/formats/file-format.ts';
import { namesIn, parseTransferName } from '../../store/workspace/next-transfer.ts';
import { transferNameInvalid } from '../transfer/journal.ts';
import {
  DIGESTED_SPAN,
  EXPORT_DOCUMENT,
  EXPORT_FILES,
  EXPORT_FORMAT,
  type ExportDocument,
  parseDocument,
} from '../volumes/export-document.ts';
import { t } from './messages.ts';

/** How a volume was read back: `drive` bypassing the page cache, `memory` possibly from it, `no` not at all. */
export const READ_BACK = ['drive', 'memory', 'no'] as const;
export type ReadBack = (typeof READ_BACK)[number];

const WRITTEN_VOLUME = z.object({
  number: z.number().int().positive().describe('Number of the volume'),
  revision: z.number().int().positive().describe('Revision in which it was defined'),
  size: z.number().int().nonnegative().describe('Size of the file'),
  sha256: z.string().optional().describe('SHA-256 of the file, if it was read back'),
  spans: z.array(DIGESTED_SPAN).describe('Byte ranges of the set, with their SHA-256 digests'),
  drive: z.string().describe('Label of the drive'),
  at: z.string().describe('Time when the volume was written'),
  readBack: z
    .enum(READ_BACK)
    .describe(
      "How the volume was read back: `drive` bypassed the page cache, `memory` may have used the page cache, `no` means that the volume wasn't read back",
    ),
});
export type WrittenVolume = z.infer<typeof WRITTEN_VOLUME>;

const DRIVE_NUMBER = z.object({ label: z.string(), number: z.number().int().positive() });
/** A drive of an export: its label, and its number on pages, in records and in the name of its checksum list. */
export type DriveNumber = z.infer<typeof DRIVE_NUMBER>;

const CUTS = z.object({
  profile: z.enum(['drive', 'diode']).default('drive').describe('Profile of the volumes'),
  revisions: z
    .array(EXPORT_DOCUMENT)
    .describe(
      'Every revision of the volumes, as [export.json](media.md#exportjson). The last one is current',
    ),
  written: z
    .array(WRITTEN_VOLUME)
    .describe('Written volumes, by number. A volume that was written more than once is listed once'),
  drives: z
    .array(DRIVE_NUMBER)
    .optional()
    .describe(
      'Numbered drives, in the order of their numbers. Drives whose volumes were all written to other drives later are included',
    ),
});

/** `enclaves/<enclave>/exports/<name>.json`. */
export const EXPORT_STATE = CUTS.extend({
  format: z.literal(EXPORT_FORMAT),
  transfer: z.string().describe('Name of the transfer'),
  otherProfiles: z
    .array(CUTS)
    .optional()
    .describe('Exports of the same transfer with other profiles, with the same fields'),
});

/** The state of a transfer's export: every revision of its volumes, and the drive of each volume. */
export type ExportState = z.infer<typeof EXPORT_STATE>;

/** Returns the export in a profile, with the current one moved to `otherProfiles`, or undefined if there is none in that profile. */
export function inProfile(state: ExportState, profile: ExportState['profile']): ExportState | undefined {
  if (state.profile === profile) return state;
  const found = state.otherProfiles?.find((cuts) => cuts.profile === profile);
  if (!found) return undefined;
  const { format, transfer } = state;
  return { format, transfer, ...found, otherProfiles: otherCuts(state).filter((cuts) => cuts !== found) };
}

/** Returns the state of an export to store in `otherProfiles` while another profile is current. */
export function otherCuts({
  profile,
  revisions,
  written,
  drives,
  otherProfiles = [],
}: ExportState): z.infer<typeof CUTS>[] {
  return [...otherProfiles, { profile, revisions, written, drives }];
}

/** Returns the path of an export's state. @throws AirlockError `usage` if the name isn't that of a transfer */
export function exportStatePath(directory: string, transfer: string): string {
  const parsed = parseTransferName(transfer);
  if (!parsed || parsed.partial) throw transferNameInvalid(transfer);
  return join(exportsFolder(directory, parsed.enclave), `${transfer}.json`);
}

function exportsFolder(directory: string, enclave: string): string {
  return airlockDirectory(directory, 'enclaves', enclave, 'exports');
}

/** Returns the state of an export, or undefined if the transfer was never exported. @throws AirlockError `archive-malformed`, `workspace-format`, `disk` */
export async function readExportState(directory: string, transfer: string): Promise<ExportState | undefined> {
  const path = exportStatePath(directory, transfer);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw asAirlockError(error);
  });
  return text === undefined ? undefined : parseDocument(EXPORT_STATE as z.ZodType<ExportState>, text, path);
}

/** Replaces the state atomically and flushes it to the disk. @throws AirlockError `disk`, `disk-full` */
export async function writeExportState(directory: string, state: ExportState): Promise<void> {
  const path = exportStatePath(directory, state.transfer);
  try {
    await makeDirectory(dirname(path));
    await writeInFormat(path, `${JSON.stringify(state)}\n`, EXPORT_FILES);
  } catch (error) {
    throw asAirlockError(error);
  }
}

/** Returns the states of all exports of a workspace by transfer, one for each profile. @throws as {@link readExportState} */
export async function exportStates(directory: string): Promise<ExportState[]> {
  const found: ExportState[] = [];
  const enclaves = airlockDirectory(directory, 'enclaves');
  for (const enclave of (await namesIn(enclaves)).toSorted())
    for (const name of (await namesIn(exportsFolder(directory, enclave))).toSorted()) {
      if (!name.endsWith('.json') || !parseTransferName(name.slice(0, -5))) continue;
      const state = await readExportState(directory, name.slice(0, -5));
      if (!state) continue;
      const { format, transfer, otherProfiles = [] } = state;
      found.push(state, ...otherProfiles.map((cuts) => ({ format, transfer, ...cuts })));
    }
  return found;
}

/** Returns the current revision. */
export function currentCut(state: ExportState): ExportDocument {
  const last = state.revisions.at(-1);
  if (!last) throw new AirlockError('internal', t('exportEmpty', { transfer: state.transfer }));
  return last;
}

/** Returns the labels of an export's drives, in the order they were filled. */
export function drivesOf({ written }: Pick<ExportState, 'written'>): string[] {
  const inTime = written.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return [...new Set(inTime.map(({ drive }) => drive))];
}
