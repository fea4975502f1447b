import { z } from 'zod';
import type { FoundDrive } from './found.ts';
import type { SystemTool } from './tool.ts';

/**
 * Volumes have a label, a size and whether they are removable. Only the storage classes show that a fixed disk is connected
 * through USB. If the user has no access to them, the result has only the volumes that Windows marks as removable.
 */
const SCRIPT = [
  "$ErrorActionPreference = 'Stop'",
  '[Console]::OutputEncoding = [System.Text.Encoding]::UTF8',
  "$storage = 'root/Microsoft/Windows/Storage'",
  '$volumes = @(Get-CimInstance Win32_Volume | Select-Object DriveLetter, Label, FileSystem, Capacity, FreeSpace, DriveType)',
  '$partitions = @(Get-CimInstance -Namespace $storage -ClassName MSFT_Partition -ErrorAction SilentlyContinue | Select-Object DiskNumber, DriveLetter, IsReadOnly)',
  '$disks = @(Get-CimInstance -Namespace $storage -ClassName MSFT_Disk -ErrorAction SilentlyContinue | Select-Object Number, BusType, IsReadOnly, IsSystem, IsBoot, FriendlyName)',
  '@{ system = $env:SystemDrive; volumes = $volumes; partitions = $partitions; disks = $disks } | ConvertTo-Json -Depth 4 -Compress',
].join('; ');

/** ConvertTo-Json writes a letter as a string, in some versions as its character code. U+0000 means no letter. */
const LETTER = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => {
    const text = typeof value === 'number' ? String.fromCharCode(value) : (value ?? '');
    return /^[A-Z]/i.test(text) ? `${text[0]!.toUpperCase()}:` : undefined;
  });
const TEXT = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || undefined);
const ANSWER = z.object({
  system: TEXT,
  volumes: z.array(
    z.object({
      DriveLetter: LETTER,
      Label: TEXT,
      FileSystem: TEXT,
      Capacity: z.number().nullish(),
      FreeSpace: z.number().nullish(),
      DriveType: z.number(),
    }),
  ),
  partitions: z.array(
    z.object({ DiskNumber: z.number(), DriveLetter: LETTER, IsReadOnly: z.boolean().nullish() }),
  ),
  disks: z.array(
    z.object({
      Number: z.number(),
      BusType: z.number(),
      IsReadOnly: z.boolean().nullish(),
      IsSystem: z.boolean().nullish(),
      IsBoot: z.boolean().nullish(),
      FriendlyName: TEXT,
    }),
  ),
});

/** Win32_Volume.DriveType */
const REMOVABLE = 2;
/** MSFT_Disk.BusType: 1394, USB, SD, MMC */
const OUTSIDE = new Set([4, 7, 12, 13]);
const NAMES: Readonly<Record<string, string>> = { FAT32: 'vfat', FAT: 'vfat' };

/** Returns the removable drives of this Windows host from CIM. */
export async function windowsDrives(
  run: SystemTool,
  options: { signal?: AbortSignal } = {},
): Promise<FoundDrive[]> {
  const args = ['-NoProfile', '-NonInteractive', '-Command', SCRIPT];
  return parseCim(await run('powershell.exe', args, options));
}

/** Returns the removable drives from CIM's volumes, partitions and disks. */
export function parseCim(json: string): FoundDrive[] {
  // The output of PowerShell 5.1 can start with a byte order mark.
  const { system, volumes, partitions, disks } = ANSWER.parse(JSON.parse(json.replace(/^\ufeff/, '')));
  return volumes.flatMap((volume): FoundDrive[] => {
    const letter = volume.DriveLetter;
    if (letter === undefined) return [];
    const partition = partitions.find((each) => each.DriveLetter === letter);
    const disk = disks.find((each) => each.Number === partition?.DiskNumber);
    if (volume.DriveType !== REMOVABLE && !(disk && OUTSIDE.has(disk.BusType))) return [];
    return [
      {
        device: letter,
        disk: letter,
        label: volume.Label,
        model: disk?.FriendlyName,
        bytes: volume.Capacity ?? 0,
        free: typeof volume.FreeSpace === 'number' ? volume.FreeSpace : undefined,
        fileSystem:
          volume.FileSystem === undefined
            ? undefined
            : (NAMES[volume.FileSystem] ?? volume.FileSystem.toLowerCase()),
        readOnly: partition?.IsReadOnly === true || disk?.IsReadOnly === true,
        // A drive without a file system can have a letter, but has no files.
        mountPoint: volume.FileSystem === undefined ? undefined : `${letter}\\`,
        system: letter === system?.toUpperCase() || disk?.IsSystem === true || disk?.IsBoot === true,
      },
    ];
  });
}
