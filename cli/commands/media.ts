import type { Command } from 'commander';
import { addMediaDrives } from './media-drives.ts';
import { addMediaExport } from './media-export.ts';
import { addMediaImport } from './media-import.ts';
import { addMediaRecord } from './media-record.ts';
import { addMediaRequest } from './media-request.ts';
import { addMediaStatus } from './media-status.ts';

export function addMedia(program: Command): void {
  const media = program.command('media').description('removable media: sets onto them, and back from them');
  addMediaExport(media);
  addMediaImport(media);
  addMediaRecord(media);
  addMediaStatus(media);
  addMediaRequest(media);
  addMediaDrives(media);
}
