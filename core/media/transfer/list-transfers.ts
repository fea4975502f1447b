import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { countImages } from '../../store/archive/attached-images.ts';
import type { AttachedFile } from '../../store/set-format/attachments.ts';
import { readSetIndex } from '../../store/set-format/set-index.ts';
import { openPlanningSpace } from '../../store/workspace/planning-space.ts';
import { noWorkspace } from '../../store/workspace/workspace.ts';

/** A transfer as the workspace knows it. */
export interface TransferSummary {
  name: string;
  enclave: string;
  number: number;
  /** `moved`: listed in the ledger, but its folder was moved. `partial`: complete except for images that failed. */
  state: 'complete' | 'partial' | 'under-construction' | 'moved';
  created?: string;
  /** Without attached images such as signatures. */
  images: number;
  /** Bytes of all files. */
  bytes: number;
  volumes: { name: string; size: number; sha256: string }[];
  /** With attached images such as signatures. */
  imageNames: { repository: string; tag?: string; digest: string }[];
  /** Files in addition to images. Absent without any. */
  attachments?: AttachedFile[] | undefined;
  /** Digests of content that couldn't be fetched. */
  failed: string[];
}

/** Returns all transfers of a workspace, by enclave and number. @throws AirlockError `workspace-invalid` */
export async function listTransfers(directory: string): Promise<TransferSummary[]> {
  const entries = await readdir(join(directory, 'transfers'), { withFileTypes: true }).catch(() => undefined);
  if (!entries) throw noWorkspace(directory);
  const found: TransferSummary[] = [];
  for (const entry of entries) {
    const match = /^(.+)-(\d+)(\.partial)?$/.exec(entry.name);
    if (!entry.isDirectory() || !match) continue;
    const base = {
      name: entry.name.replace(/\.partial$/, ''),
      enclave: match[1]!,
      number: Number(match[2]),
      images: 0,
      bytes: 0,
      volumes: [],
      imageNames: [],
      failed: [],
    };
    if (match[3]) {
      found.push({ ...base, state: 'under-construction' });
      continue;
    }
    const index = await readSetIndex(join(directory, 'transfers', entry.name));
    if (!index) continue;
    const volumes = index.volumes.map(({ name, size, sha256 }) => ({ name, size, sha256 }));
    found.push({
      ...base,
      state: index.status,
      created: index.created,
      images: countImages(index),
      bytes: volumes.reduce((sum, volume) => sum + volume.size, 0),
      volumes,
      imageNames: index.images,
      attachments: index.attachments,
      failed: index.failed,
    });
  }
  const space = await openPlanningSpace(directory);
  for (const enclave of await space.enclaves()) {
    for (const { name, number, created } of (await space.ledger(enclave)).transfers()) {
      if (found.some((transfer) => transfer.name === name)) continue;
      found.push({
        name,
        enclave,
        number,
        state: 'moved',
        created,
        images: 0,
        bytes: 0,
        volumes: [],
        imageNames: [],
        failed: [],
      });
    }
  }
  return found.sort((a, b) =>
    a.enclave === b.enclave ? a.number - b.number : a.enclave < b.enclave ? -1 : 1,
  );
}
