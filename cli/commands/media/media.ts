import type { Command } from '@commander-js/extra-typings';
import { addMediaDrives } from './drives.ts';
import { addMediaExport } from './export.ts';
import { addMediaImport } from './import.ts';
import { t } from './messages.ts';
import { addMediaRecord } from './record.ts';
import { addMediaRequest } from './request.ts';
import { addMediaStatus } from './status.ts';

export function addMedia(program: Command): void {
  const media = program.command('media').description(t('media'));
  addMediaExport(media);
  addMediaImport(media);
  addMediaRecord(media);
  addMediaStatus(media);
  addMediaRequest(media);
  addMediaDrives(media);
}
