import { t } from '../messages.ts';

/** Magic numbers of statfs(2), for systems that don't report the type. */
const NAMES: Readonly<Record<number, string>> = {
  61267: 'ext4',
  1481003842: 'xfs',
  2435016766: 'btrfs',
  801189825: 'zfs',
  16914836: 'tmpfs',
  2240043254: 'ramfs',
  2035054128: 'overlay',
  26985: 'nfs',
  4283649346: 'cifs',
  4266872130: 'smb2',
  19780: 'vfat',
  538032816: 'exfat',
  1397118030: 'ntfs',
  1936094318: 'ntfs3',
  1702057286: 'fuse',
  16914839: '9p',
};

const FAT = 0x4d44;
const IN_MEMORY = new Set([0x01021994, 0x858458f6]);

export function fileSystemName(type: number): string {
  return NAMES[type] ?? t('fileSystemUnknown', { type: `0x${type.toString(16)}` });
}

/** Returns the limits of a file system that affect a workspace, with remedies. */
export function limitsOf(
  type: number,
  fileSystem: string,
  folder: string,
): { message: string; remedy: string }[] {
  if (type === FAT || fileSystem === 'vfat' || fileSystem === 'msdos')
    return [{ message: t('fileTooLarge', { folder, fileSystem }), remedy: t('fileTooLargeRemedy') }];
  if (IN_MEMORY.has(type) || fileSystem === 'tmpfs' || fileSystem === 'ramfs')
    return [{ message: t('inMemory', { folder, fileSystem }), remedy: t('inMemoryRemedy') }];
  return [];
}
