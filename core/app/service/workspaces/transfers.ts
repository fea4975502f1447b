import type { Problem } from '../../../base/errors/airlock-error.ts';
import { acknowledge, noteLost, previewAcknowledgment } from '../../../media/delivery/acknowledge.ts';
import { writeJournal } from '../../../media/transfer/journal.ts';
import { transferLife } from '../../../media/transfer/life.ts';
import { noteVerification } from '../../../media/transfer/verification.ts';
import { absolutePath } from '../state/absolute-path.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { transferLifeOf } from './enclaves.ts';
import { requestHandlers } from './requests.ts';

/** `transfers.*`: verified content, entries in journals, and acknowledgments. */
export function transferHandlers({
  emit,
  jobs,
  host,
  hostFor,
}: Pick<ServiceState, 'emit' | 'jobs' | 'host' | 'hostFor'>): HandlersOf<'transfers'> {
  /** Home and the enclave's page show what the journals and ledgers say. */
  const changed = <T>(value: T): T => {
    emit({ type: 'workspaces' });
    return value;
  };
  const warned = async <T extends object>(work: (onWarning: (problem: Problem) => void) => Promise<T>) => {
    const problems: Problem[] = [];
    return changed({ ...(await work((problem) => problems.push(problem))), problems });
  };
  return {
    'transfers.verify': async ({ directory, ticket }, { signal }) => {
      const { verifySource } = await import('../../../store/archive/verify.ts');
      const path = absolutePath(directory, 'directory');
      using report = jobs.request(ticket, { phase: 'verify', detail: path, unit: 'bytes' });
      const { ok, blobs, bytes, problems } = await verifySource(path, {
        signal,
        onProgress: ({ bytes: done, total }) => report(done, total),
      });
      report(bytes, bytes);
      await noteVerification(path, ok);
      return {
        ok,
        blobs,
        bytes,
        problems: problems.map(({ kind, digest = '', file, images }) => ({ kind, digest, file, images })),
      };
    },
    'transfers.attachments': async ({ directory }, { signal }) => {
      const { receivedAttachments } = await import('../../../mirror/attachments/received-attachments.ts');
      const path = absolutePath(directory, 'directory');
      const files = await receivedAttachments(
        { directory: path, names: [] },
        { host: hostFor(path), signal },
      );
      return { files };
    },
    'transfers.extract': async ({ directory, names, to, ticket }, { signal }) => {
      const { receivedAttachments } = await import('../../../mirror/attachments/received-attachments.ts');
      const path = absolutePath(directory, 'directory');
      using report = jobs.request(ticket, { phase: 'extract', detail: path, unit: 'bytes' });
      const files = await receivedAttachments(
        { directory: path, names, to: absolutePath(to, 'to') },
        { host: hostFor(path), signal, onProgress: ({ done, total }) => report(done, total) },
      );
      return { files };
    },
    'transfers.received': async ({ directory, reached, ticket }, { signal }) => {
      const { receivedSets } = await import('../../../media/delivery/received.ts');
      const path = absolutePath(directory, 'directory');
      using report = jobs.request(ticket, { phase: 'verify', detail: path, unit: 'bytes' });
      const sets = await receivedSets(path, {
        reached,
        signal,
        onProgress: ({ bytes, total }) => report(bytes, total),
      });
      for (const { directory: set, missing } of sets) await noteVerification(set, missing.length === 0);
      return { sets: sets.map(({ directory: _directory, ...set }) => set) };
    },
    async 'transfers.note'({ workspace, transfer, text, step, protect }) {
      const directory = absolutePath(workspace, 'workspace');
      await transferLife(directory, transfer);
      await writeJournal(directory, transfer, {
        step,
        text,
        protect,
      });
      return changed(await transferLifeOf(directory, await transferLife(directory, transfer)));
    },
    ...requestHandlers({ host, warned }),
    'transfers.readCode': ({ workspace, code }) =>
      previewAcknowledgment(absolutePath(workspace, 'workspace'), code),
    'transfers.acknowledge': ({ workspace, code }) =>
      warned((onWarning) => acknowledge(absolutePath(workspace, 'workspace'), code, onWarning)),
    'transfers.lost': ({ workspace, transfer, files }) =>
      warned((onWarning) =>
        noteLost(absolutePath(workspace, 'workspace'), transfer, files ?? 'all', 'set', onWarning),
      ),
  };
}
