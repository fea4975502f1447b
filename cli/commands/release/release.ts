import type { Command } from '@commander-js/extra-typings';
import { t } from './messages.ts';
import { addReleaseBootImages } from './release-boot-images.ts';
import { addReleaseExtract } from './release-extract.ts';

export function addRelease(program: Command): void {
  const release = program.command('release').description(t('release'));
  addReleaseExtract(release);
  addReleaseBootImages(release);
}
