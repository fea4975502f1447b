import { z } from 'zod';
import type { FoundDrive } from './found.ts';
import type { SystemTool } from './tool.ts';

const VOLUME = z.object({ DeviceIdentifier: z.string() });
const LIST = z.object({
  AllDisksAndPartitions: z.array(
    z.object({
      DeviceIdentifier: z.string(),
      Partitions: z.array(VOLUME).optional(),
      APFSVolumes: z.array(VOLUME).optional(),
    }),
  ),
});
const INFO = z.object({
  DeviceIdentifier: z.string(),
  ParentWholeDisk: z.string().optional(),
  VolumeName: z.string().optional(),
  MediaName: z.string().optional(),
  MountPoint: z.string().optional(),
  FilesystemType: z.string().optional(),
  TotalSize: z.number().optional(),
  Size: z.number().optional(),
  FreeSpace: z.number().optional(),
  /** APFS volumes share the space of their container. */
  APFSContainerFree: z.number().optional(),
  WritableVolume: z.boolean().optional(),
  WritableMedia: z.boolean().optional(),
  SystemImage: z.boolean().optional(),
  RemovableMediaOrExternalDevice: z.boolean().optional(),
});

/** Names of these file systems on other systems. */
const NAMES: Readonly<Record<string, string>> = { msdos: 'vfat', ufsd_NTFS: 'ntfs' };

/** Returns the external volumes of this Mac, from `diskutil list` and `diskutil info` of each as property lists. */
export async function macosDrives(
  run: SystemTool,
  options: { signal?: AbortSignal } = {},
): Promise<FoundDrive[]> {
  // plutil converts property lists to JSON, so no parser is needed.
  const asJson = async (args: string[]): Promise<string> =>
    run('plutil', ['-convert', 'json', '-o', '-', '--', '-'], {
      ...options,
      input: await run('diskutil', args, options),
    });
  const volumes = parseDiskutilList(await asJson(['list', '-plist', 'external']));
  const found: FoundDrive[] = [];
  for (const volume of volumes) {
    const drive = parseDiskutilInfo(await asJson(['info', '-plist', volume]));
    if (drive) found.push(drive);
  }
  return found;
}

/** Returns the identifiers of all volumes, such as `disk2s1`. A disk without partitions is its own volume. */
export function parseDiskutilList(json: string): string[] {
  return LIST.parse(JSON.parse(json)).AllDisksAndPartitions.flatMap((disk) => {
    const parts = [...(disk.Partitions ?? []), ...(disk.APFSVolumes ?? [])];
    return (parts.length > 0 ? parts : [disk]).map((part) => part.DeviceIdentifier);
  });
}

/** Parses `diskutil info` of a volume. Returns undefined without a file system, and for EFI partitions. */
export function parseDiskutilInfo(json: string): FoundDrive | undefined {
  const info = INFO.parse(JSON.parse(json));
  if (!info.FilesystemType || info.VolumeName === 'EFI') return undefined;
  const free = info.APFSContainerFree ?? info.FreeSpace;
  const mountPoint = info.MountPoint || undefined;
  return {
    device: info.DeviceIdentifier,
    disk: info.ParentWholeDisk ?? info.DeviceIdentifier,
    label: info.VolumeName || undefined,
    model: info.MediaName || undefined,
    bytes: info.TotalSize ?? info.Size ?? 0,
    free: mountPoint !== undefined ? free : undefined,
    fileSystem: NAMES[info.FilesystemType] ?? info.FilesystemType,
    // diskutil reports an unmounted volume as not writable.
    readOnly: info.WritableMedia === false || (mountPoint !== undefined && info.WritableVolume === false),
    mountPoint,
    system: info.SystemImage === true || mountPoint === '/',
  };
}
