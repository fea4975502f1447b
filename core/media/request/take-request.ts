import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AirlockError, asAirlockError, type Problem } from '../../base/errors/airlock-error.ts';
import { airlockDirectory } from '../../base/files/airlock-directory.ts';
import { makeDirectory, writeFileAtomic } from '../../base/files/atomic-file.ts';
import { acknowledge, knownAcknowledgment } from '../delivery/acknowledge.ts';
import { acknowledgmentWords, readAcknowledgment } from '../transfer/acknowledgment-code.ts';
import { t } from './messages.ts';
import { type MediaRequest, readRequest } from './request-file.ts';
import { requestFile } from './request-path.ts';
import { formatFor } from './skew.ts';

/** A request as this workspace reads it. */
export interface ReadRequest {
  id: string;
  request: MediaRequest;
  /** Its acknowledgments of transfers from this workspace, such as `0007 is complete`. */
  known: { transfer: string; summary: string }[];
  /** Its acknowledgments of sets from other workspaces. */
  unknown: string[];
  /** The transfer that was created for it earlier. */
  transfer?: string;
}

/** A request that the workspace has accepted. */
export interface AcceptedRequest extends ReadRequest {
  /** The configuration of the request, as a file in the workspace. */
  configFile: string;
}

/**
 * Reads a request from the other side, and checks its codes. Writes nothing.
 * @param tool `name version` of this program
 * @returns also the text of the file, and the codes for transfers from this workspace
 * @throws as {@link takeRequest}
 */
export async function previewRequest(
  directory: string,
  file: string,
  tool: string,
): Promise<ReadRequest & { text: string; codes: string[] }> {
  const { request, text, id } = await readRequest(file);
  formatFor(request.supportedFormat, tool);
  const known: ReadRequest['known'] = [];
  const unknown: string[] = [];
  const codes: string[] = [];
  for (const code of request.acknowledgments) {
    const accepted = await knownAcknowledgment(directory, code);
    if (!accepted) unknown.push(acknowledgmentWords(readAcknowledgment(code)));
    else if (accepted.enclave !== request.enclave)
      throw new AirlockError(
        'config-invalid',
        t('requestMixed', {
          file,
          enclave: request.enclave,
          transfer: accepted.transfer,
          other: accepted.enclave,
        }),
        { at: { file } },
      );
    else {
      known.push({ transfer: accepted.transfer, summary: accepted.summary });
      codes.push(code);
    }
  }
  return { id, request, text, known, unknown, codes, transfer: await transferFor(directory, id) };
}

/**
 * Accepts a request from the other side: records its acknowledgments in the ledger and saves its configuration in the
 * workspace. A mirror to disk that counts only acknowledged content then contains exactly what that side is missing.
 * @param tool `name version` of this program
 * @throws AirlockError `config-unreadable`, `config-invalid`, `workspace-format` for a request of a newer version, or from a
 * side that can't read this version's formats, `acknowledgment-invalid` for an altered code, `workspace-locked`
 */
export async function takeRequest(
  directory: string,
  file: string,
  tool: string,
  onWarning: (problem: Problem) => void,
): Promise<AcceptedRequest> {
  // All codes are checked before the first one is recorded.
  const { text, codes, ...read } = await previewRequest(directory, file, tool);
  const { id, request } = read;
  for (const code of codes) await acknowledge(directory, code, onWarning);
  const folder = airlockDirectory(directory, 'requests');
  const configFile = join(folder, `${id}.yaml`);
  try {
    await makeDirectory(folder);
    await writeFileAtomic(requestFile(directory, id), text);
    await writeFileAtomic(configFile, request.configuration.text);
  } catch (error) {
    throw asAirlockError(error);
  }
  return { ...read, configFile };
}

/** Records the transfer that was created for a request. @throws AirlockError `disk`, `disk-full` */
export async function recordTransfer(directory: string, id: string, transfer: string): Promise<void> {
  const path = transferPath(directory, id);
  try {
    await writeFileAtomic(path, `${JSON.stringify({ format: 1, request: id, transfer })}\n`);
  } catch (error) {
    throw asAirlockError(error);
  }
}

/** Returns the transfer that was created for a request. @throws AirlockError `usage` without one, or as {@link readRequest} */
export async function transferOfRequest(directory: string, file: string): Promise<string> {
  const { id } = await readRequest(file);
  const transfer = await transferFor(directory, id);
  if (transfer !== undefined) return transfer;
  throw new AirlockError('usage', t('requestOpen', { file }), {
    remedy: t('requestOpenRemedy', { file, directory }),
  });
}

async function transferFor(directory: string, id: string): Promise<string | undefined> {
  const text = await readFile(transferPath(directory, id), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    return (JSON.parse(text) as { transfer?: string }).transfer;
  } catch {
    return undefined;
  }
}

function transferPath(directory: string, id: string): string {
  return airlockDirectory(directory, 'requests', `${id}-transfer.json`);
}
