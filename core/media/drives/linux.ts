import { readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import type { FoundDrive } from './found.ts';
import type { SystemTool } from './tool.ts';

/** Columns that util-linux 2.32 (RHEL 8) supports. `--paths` makes NAME a path. */
const COLUMNS = 'NAME,TYPE,RM,HOTPLUG,TRAN,RO,LABEL,MODEL,SIZE,FSTYPE,MOUNTPOINT';

/** Old versions write numbers and booleans as strings. */
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

/** Mount points of a running system's own files. */
const OF_THE_SYSTEM = /^(?:\/(?:boot(?:\/efi)?|usr|home|opt|root|tmp|var(?:\/(?:lib|log|tmp))?)?|\[SWAP\])$/;
/** Types that contain other devices instead of files. */
const NO_FILE_SYSTEM = new Set(['crypto_LUKS', 'LVM2_member', 'linux_raid_member', 'swap', 'zfs_member']);

/** A line of /proc/mounts. */
export interface MountLine {
  device: string;
  point: string;
  type: string;
  readOnly: boolean;
}

/** Returns the removable drives of this system from lsblk, or from /proc/mounts and /sys if lsblk isn't installed. */
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
 * Returns the drives in the output of `lsblk --json --bytes --paths` that are removable, hot-pluggable, or connected through
 * USB, FireWire or a card reader.
 * @param mounts lines of /proc/mounts. Only they show that the kernel mounted a faulty drive read-only
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

/** Parses /proc/mounts (fstab(5): spaces and backslashes in octal). */
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

/** Returns the mounted drives that are removable according to /sys or connected through USB, for hosts without lsblk. */
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
      // /sys counts sectors of 512 bytes, regardless of the drive's own sector size.
      bytes: Number((await textOf(join(place, 'size'))) ?? 0) * 512,
      fileSystem: type,
      readOnly,
      mountPoint: point,
      system,
    });
  }
  return found;
}

/** Returns the labels by device name, from udev's links. `\x20` stands for a space. */
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
