import { visibleLine } from '../../../base/document/inert-text.ts';
import { AirlockError, asAirlockError } from '../../../base/errors/airlock-error.ts';
import { listDrives } from '../../../media/drives/drives.ts';
import { ejectDrive } from '../../../media/drives/eject.ts';
import { inspectDrive } from '../../../media/import/inspect-drive.ts';
import { drivePresence } from '../../../media/volumes/drive.ts';
import { absolutePath } from '../state/absolute-path.ts';
import { contractFailure } from '../state/answers.ts';
import type { HandlersOf } from '../state/handlers.ts';
import type { ServiceState } from '../state/state.ts';
import { t } from './messages.ts';

/** Transfers and problems of one drive in an answer. */
const MOST_TRANSFERS = 100;

/** Handles requests about removable drives of this host and the simulated drives of practice. */
export function driveHandlers({
  practice,
}: Pick<ServiceState, 'practice'>): Pick<
  HandlersOf<'media'>,
  'media.drives' | 'media.inspect' | 'media.presence' | 'media.eject'
> {
  return {
    async 'media.drives'({ workspace, directory }, { signal }) {
      // The drives of practice are only for its own directories.
      const place = workspace ?? directory;
      const isOther = place !== undefined && practice.environmentFor(place) === undefined;
      const simulated = isOther ? [] : await practice.drives();
      try {
        const drives = await listDrives({ workspace, signal });
        // The label can be any text.
        const shown = (text: string | undefined) => text && visibleLine(text);
        return {
          drives: [
            ...simulated,
            ...drives.map(({ disk: _disk, label, model, ...line }) => ({
              ...line,
              label: shown(label),
              model: shown(model),
            })),
          ],
        };
      } catch (thrown) {
        const error = asAirlockError(thrown);
        if (error.code === 'interrupted') throw error;
        return { drives: simulated, failure: contractFailure(error) };
      }
    },
    async 'media.inspect'({ path }) {
      const folder = absolutePath(path, 'path');
      const { rejected, transfers, ...found } = await inspectDrive(folder);
      return {
        ...found,
        path: folder,
        transfers: transfers.slice(0, MOST_TRANSFERS),
        problems: rejected.slice(0, MOST_TRANSFERS).map(contractFailure),
      };
    },
    'media.presence': async ({ paths }) => ({
      places: await Promise.all(
        paths.map(async (path) => ({ path, ...(await drivePresence(absolutePath(path, 'paths'))) })),
      ),
    }),
    async 'media.eject'({ device }, { signal }) {
      if ((await practice.drives()).some((one) => one.device === device)) return { state: 'simulated' };
      const drive = (await listDrives({ signal })).find((one) => one.device === device);
      if (!drive)
        throw new AirlockError('not-found', t('driveMissing', { device }), {
          side: 'local',
          remedy: t('driveMissingRemedy'),
        });
      return { state: (await ejectDrive(drive, { signal })).state };
    },
  };
}
