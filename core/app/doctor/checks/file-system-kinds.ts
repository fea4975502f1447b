/** Magic numbers of statfs(2), for systems that do not name the type. */
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
  return NAMES[type] ?? `a file system of type 0x${type.toString(16)}`;
}

/** What a kind of file system cannot do that a workspace needs, with what to do. */
export function limitsOf(type: number, name: string): { what: string; remedy: string }[] {
  if (type === FAT || name === 'vfat' || name === 'msdos')
    return [
      {
        what: 'no file can be larger than 4 GiB, and layers can',
        remedy:
          'Use xfs, ext4 or exFAT; or archives of at most 3 GiB (--archive-size 3), as long as no layer is larger.',
      },
    ];
  if (IN_MEMORY.has(type) || name === 'tmpfs' || name === 'ramfs')
    return [
      {
        what: 'it is in memory, and gone after a restart',
        remedy: 'Use a folder on a disk.',
      },
    ];
  return [];
}
