import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { FoundDrive } from './found.ts';
import type { SystemTool } from './tool.ts';

/** Columns that util-linux 2.32 (RHEL 8) has too; `--paths` makes NAME a path. */
const COLUMNS = 'NAME,TYPE,RM,HOTPLUG,TRAN,RO,LABEL,MODEL,SIZE,FSTYPE,MOUNTPOINT';

/** Old versions write numbers and truth as texts. */
const TRUTH = z
  .union([z.boolean(), z.enum(['0', '1'])])
  .transform((value) => value === true || value === '1');
const BYTES = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((value) => Number(value ?? 0));
const TEXT = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || undefined);
const DEVICE = z.object({
  name: z.string(),
  type: TEXT,
  rm: TRUTH,
  hotplug: TRUTH,
  tran: TEXT,
  ro: TRUTH,
  label: TEXT,
  model: TEXT,
  size: BYTES,
  fstype: TEXT,
  mountpoint: TEXT,
  get children() {
    return z.array(DEVICE).optional();
  },
});
type Device = z.infer<typeof DEVICE>;
const LISTING = z.object({ blockdevices: z.array(DEVICE) });

/** Where a running system has its own files. */
const OF_THE_SYSTEM = /^(?:\/(?:boot(?:\/efi)?|usr|home|opt|root|tmp|var(?:\/(?:lib|log|tmp))?)?|\[SWAP\])$/;
/** What holds other things and no files. */
const NO_FILE_SYSTEM = new Set(['crypto_LUKS', 'LVM2_member', 'linux_raid_member', 'swap', 'zfs_member']);

/** A line of /proc/mounts. */
export interface MountLine {
  device: string;
  point: string;
  type: string;
  readOnly: boolean;
}

/** Removable drives of this system, by lsblk; where that is not there, by /proc/mounts and /sys. */
export async function linuxDrives(
  run: SystemTool,
  options: { signal?: AbortSignal; root?: string } = {},
): Promise<FoundDrive[]> {
  const root = options.root ?? '/';
  const mounts = parseMounts(await readFile(join(root, 'proc/mounts'), 'utf8').catch(() => ''));
  const reported = await run('lsblk', ['--json', '--bytes', '--paths', '--output', COLUMNS], {
    signal: options.signal,
  }).catch((error: Error) => {
    if (options.signal?.aborted) throw error;
    return undefined;
  });
  return reported === undefined ? mountedDrives(mounts, root) : parseLsblk(reported, mounts);
}

/**
 * What `lsblk --json --bytes --paths` says of drives that can be taken out: removable, hot-pluggable, or behind USB,
 * FireWire or a card reader.
 * @param mounts a medium with faults is mounted read-only by the kernel while the device is not: only /proc/mounts tells
 */
export function parseLsblk(text: string, mounts: readonly MountLine[]): FoundDrive[] {
  return LISTING.parse(JSON.parse(text)).blockdevices.flatMap((disk) => {
    const all = withDescendants(disk);
    if (!all.some((each) => each.rm || each.hotplug || /^(?:usb|ieee1394|mmc)$/.test(each.tran ?? '')))
      return [];
    if (disk.type === 'loop' || disk.type === 'rom') return [];
    const system = all.some(({ mountpoint }) => mountpoint !== undefined && OF_THE_SYSTEM.test(mountpoint));
    const model = disk.model;
    return all
      .filter(({ fstype, mountpoint }) => mountpoint !== undefined || (fstype && !NO_FILE_SYSTEM.has(fstype)))
      .filter(({ fstype }) => fstype !== 'swap')
      .map((device): FoundDrive => {
        const mount = mounts.findLast(
          ({ device: name, point }) => name === device.name || point === device.mountpoint,
        );
        const mountPoint = device.mountpoint ?? mount?.point;
        return {
          device: device.name,
          disk: disk.name,
          label: device.label,
          model,
          bytes: device.size,
          fileSystem: device.fstype,
          readOnly: device.ro || disk.ro || (mount?.readOnly ?? false),
          mountPoint,
          system,
        };
      });
  });
}

function withDescendants(device: Device): Device[] {
  return [device, ...(device.children ?? []).flatMap(withDescendants)];
}

/** Lines of /proc/mounts (fstab(5): blanks and backslashes in octal). */
export function parseMounts(text: string): MountLine[] {
  return text.split('\n').flatMap((line) => {
    const [device, point, type, options] = line.split(' ');
    if (!device || !point || !type || options === undefined) return [];
    return [
      { device: octal(device), point: octal(point), type, readOnly: options.split(',').includes('ro') },
    ];
  });
}

function octal(text: string): string {
  return text.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}

/** Without lsblk: what is mounted from a device that /sys calls removable, or that hangs on USB. */
async function mountedDrives(mounts: readonly MountLine[], root: string): Promise<FoundDrive[]> {
  const labels = await labelsOf(join(root, 'dev/disk/by-label'));
  const found: FoundDrive[] = [];
  for (const { device, point, type, readOnly } of mounts) {
    if (!device.startsWith('/dev/')) continue;
    const name = basename(device);
    const place = await realpath(join(root, 'sys/class/block', name)).catch(() => undefined);
    if (place === undefined) continue;
    const ofPart = (await textOf(join(place, 'partition'))) !== undefined;
    const complete = ofPart ? join(place, '..') : place;
    if ((await textOf(join(complete, 'removable'))) !== '1' && !/\/usb\d+\//.test(place)) continue;
    const disk = `/dev/${basename(complete)}`;
    const system = mounts.some((each) => each.device.startsWith(disk) && OF_THE_SYSTEM.test(each.point));
    const label = labels.get(name);
    const model = await textOf(join(complete, 'device/model'));
    found.push({
      device,
      disk,
      label,
      model: model || undefined,
      // /sys counts in sectors of 512 bytes, whatever the drive's own are.
      bytes: Number((await textOf(join(place, 'size'))) ?? 0) * 512,
      fileSystem: type,
      readOnly,
      mountPoint: point,
      system,
    });
  }
  return found;
}

/** Device name to label, from the links that udev makes; `\x20` stands for a blank. */
async function labelsOf(directory: string): Promise<Map<string, string>> {
  const labels = new Map<string, string>();
  for (const name of await readdir(directory).catch(() => [])) {
    const target = await readlink(join(directory, name)).catch(() => undefined);
    if (target === undefined) continue;
    const label = name.replaceAll(/\\x([0-9a-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    labels.set(basename(target), label);
  }
  return labels;
}

async function textOf(path: string): Promise<string | undefined> {
  return (await readFile(path, 'utf8').catch(() => undefined))?.trim();
}
