import type { ImageSetConfiguration } from '../../image-set/config/image-set.ts';
import { SetWriter } from '../../store/archive/write/set-writer.ts';
import type { Ledger } from '../../store/workspace/ledger.ts';
import type { TransferPlace } from '../../store/workspace/next-transfer.ts';
import type { RecordedRun } from '../run/recorded-run.ts';
import type { MirrorRequest } from '../run/request.ts';

const GIB = 1024 ** 3;
const DEFAULT_ARCHIVE_GIB = 500;

/** The transfer that a run creates or continues. */
export interface OpenTransfer {
  place: TransferPlace;
  set: SetWriter;
  /** Content of the enclave. */
  ledger: Ledger;
}

/** Opens the enclave's unfinished or next transfer. @throws AirlockError as `SetWriter.open`, `usage` for the enclave */
export async function openTransfer(
  run: RecordedRun,
  request: MirrorRequest,
  configuration: ImageSetConfiguration,
): Promise<OpenTransfer> {
  const { workspace } = run;
  const known = await workspace.ledger(request.enclave);
  const place = await workspace.nextTransfer(request.enclave);
  const set = await SetWriter.open({
    directory: place.partial,
    name: place.name,
    archiveSizeBytes: (request.archiveSizeGiB ?? (configuration.archiveSize || DEFAULT_ARCHIVE_GIB)) * GIB,
    strict: request.strictArchive,
    onWarning: (problem) => run.report([problem]),
  });
  return { place, set, ledger: request.arrivedOnly ? known.arrived() : known };
}
