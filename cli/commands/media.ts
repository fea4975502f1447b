import type { Command } from 'commander';
import { addMediaDrives } from './media-drives.ts';
import { addMediaStatus } from './media-status.ts';

export function addMedia(program: Command): void {
  const media = program.command('media').description('removable media: sets onto them, and back from them');
  addMediaStatus(media);
  addMediaDrives(media);
}
