import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { AirlockError } from '../../base/errors/airlock-error.ts';
import { type Drive, listDrives, rejectionOf } from './drives.ts';
import { ejectDrive, flushFolder } from './eject.ts';
import { linuxDrives, parseLsblk, parseMounts } from './linux.ts';
import { parseDiskutilInfo, parseDiskutilList } from './macos.ts';
import { runSystemTool, type SystemTool } from './tool.ts';
import { parseCim } from './windows.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'airlock-drives-'));
  folders.push(made);
  return made;
}

/** A system with an NVMe disk, a FAT drive, an open LUKS disk on USB, an empty card reader and a read-only drive. */
const LSBLK = JSON.stringify({
  blockdevices: [
    part('/dev/nvme0n1', {
      type: 'disk',
      tran: 'nvme',
      size: 512110190592,
      children: [
        part('/dev/nvme0n1p1', { fstype: 'vfat', mountpoint: '/boot/efi' }),
        part('/dev/nvme0n1p2', { fstype: 'xfs', mountpoint: '/' }),
      ],
    }),
    part('/dev/sda', {
      type: 'disk',
      tran: 'usb',
      hotplug: true,
      rm: true,
      model: 'DataTraveler 3.0',
      size: 31042043904,
      children: [
        part('/dev/sda1', {
          fstype: 'vfat',
          label: 'CARRY 1',
          hotplug: true,
          rm: true,
          size: 31040995328,
          mountpoint: '/run/media/me/CARRY 1',
        }),
      ],
    }),
    part('/dev/sdb', {
      type: 'disk',
      tran: 'usb',
      hotplug: true,
      model: 'Portable SSD T7',
      size: 1000204886016,
      children: [
        part('/dev/sdb1', {
          fstype: 'crypto_LUKS',
          hotplug: true,
          size: 1000203837440,
          children: [
            part('/dev/mapper/luks-1', {
              type: 'crypt',
              fstype: 'ext4',
              label: 'vault',
              size: 1000187060224,
              mountpoint: '/mnt/vault',
            }),
          ],
        }),
      ],
    }),
    part('/dev/mmcblk0', { type: 'disk', hotplug: true, rm: true, tran: 'mmc', size: 0 }),
    part('/dev/sdc', {
      type: 'disk',
      tran: 'usb',
      hotplug: true,
      rm: true,
      ro: true,
      fstype: 'exfat',
      size: 8000000000,
    }),
  ],
});

function part(name: string, fields: Record<string, unknown>): Record<string, unknown> {
  const none = { tran: null, label: null, model: null, fstype: null, mountpoint: null };
  return { name, type: 'part', rm: false, hotplug: false, ro: false, size: 1, ...none, ...fields };
}

test('lsblk: lists the file systems of removable drives, without the devices that contain them', () => {
  const mounts = parseMounts(
    '/dev/sda1 /run/media/me/CARRY\\0401 vfat ro,nosuid,errors=remount-ro 0 0\n/dev/mapper/luks-1 /mnt/vault ext4 rw 0 0\n',
  );
  const found = parseLsblk(LSBLK, mounts);
  expect(found.map(({ device }) => device)).toEqual(['/dev/sda1', '/dev/mapper/luks-1', '/dev/sdc']);
  expect(found[0]).toEqual({
    device: '/dev/sda1',
    disk: '/dev/sda',
    label: 'CARRY 1',
    model: 'DataTraveler 3.0',
    bytes: 31040995328,
    fileSystem: 'vfat',
    // The kernel made it read-only after a fault; the device is not.
    readOnly: true,
    mountPoint: '/run/media/me/CARRY 1',
    system: false,
  });
  expect(found[1]).toMatchObject({ disk: '/dev/sdb', label: 'vault', readOnly: false, fileSystem: 'ext4' });
  expect(found[2]).toMatchObject({ readOnly: true, fileSystem: 'exfat' });
  expect(found[2]).not.toHaveProperty('mountPoint', expect.anything());
});

test('lsblk of util-linux 2.32 writes numbers and booleans as strings', () => {
  const old = LSBLK.replaceAll(
    /"(rm|hotplug|ro)":(true|false)/g,
    (_, key, value) => `"${key}":"${value === 'true' ? 1 : 0}"`,
  ).replaceAll(/"size":(\d+)/g, '"size":"$1"');
  expect(parseLsblk(old, [])[0]).toMatchObject({ bytes: 31040995328, readOnly: false });
});

test('lists and rejects all volumes of a USB drive that the system was started from', () => {
  const text = LSBLK.replace('"/run/media/me/CARRY 1"', '"/"');
  const [usbDrive] = parseLsblk(text, []);
  expect(usbDrive).toMatchObject({ system: true });
  expect(rejectionOf(usbDrive!)).toMatchObject({ reason: 'system' });
});

test('reads /proc/mounts and /sys without lsblk', async () => {
  const root = await folder();
  const write = async (path: string, content: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  };
  await write(
    'proc/mounts',
    '/dev/sda2 / xfs rw 0 0\nproc /proc proc rw 0 0\n/dev/sdb1 /media/My\\040Stick exfat rw,nosuid 0 0\n',
  );
  const devices = 'sys/devices/pci0000:00';
  await write(`${devices}/ata1/sda/removable`, '0\n');
  await write(`${devices}/ata1/sda/sda2/partition`, '2\n');
  await write(`${devices}/usb1/sdb/removable`, '1\n');
  await write(`${devices}/usb1/sdb/device/model`, 'Ultra Fit        \n');
  await write(`${devices}/usb1/sdb/sdb1/partition`, '1\n');
  await write(`${devices}/usb1/sdb/sdb1/size`, '60000\n');
  await mkdir(join(root, 'sys/class/block'), { recursive: true });
  await symlink(join(root, devices, 'ata1/sda/sda2'), join(root, 'sys/class/block/sda2'));
  await symlink(join(root, devices, 'usb1/sdb/sdb1'), join(root, 'sys/class/block/sdb1'));
  await mkdir(join(root, 'dev/disk/by-label'), { recursive: true });
  await symlink('../../sdb1', join(root, 'dev/disk/by-label/My\\x20Stick'));
  const missing: SystemTool = (_program, _args, options) =>
    runSystemTool('airlock-has-no-such-program', [], options);
  expect(await linuxDrives(missing, { root })).toEqual([
    {
      device: '/dev/sdb1',
      disk: '/dev/sdb',
      label: 'My Stick',
      model: 'Ultra Fit',
      bytes: 60000 * 512,
      fileSystem: 'exfat',
      readOnly: false,
      mountPoint: '/media/My Stick',
      system: false,
    },
  ]);
});

test('diskutil: partitions, APFS volumes and disks without partitions; EFI and empty ones are left out', () => {
  const list = {
    AllDisks: ['disk4', 'disk4s1', 'disk4s2', 'disk5', 'disk6', 'disk6s1'],
    AllDisksAndPartitions: [
      {
        Content: 'GUID_partition_scheme',
        DeviceIdentifier: 'disk4',
        OSInternal: false,
        Partitions: [
          { Content: 'EFI', DeviceIdentifier: 'disk4s1', Size: 209715200, VolumeName: 'EFI' },
          { Content: 'Microsoft Basic Data', DeviceIdentifier: 'disk4s2', MountPoint: '/Volumes/CARRY' },
        ],
        Size: 31042043904,
      },
      { Content: '', DeviceIdentifier: 'disk5', OSInternal: false, Size: 8000000000 },
      {
        APFSPhysicalStores: [{ DeviceIdentifier: 'disk7s2' }],
        APFSVolumes: [{ DeviceIdentifier: 'disk6s1', MountPoint: '/Volumes/Vault' }],
        Content: 'EF57347C-0000-11AA-AA11-00306543ECAC',
        DeviceIdentifier: 'disk6',
        Partitions: [],
      },
    ],
    VolumesFromDisks: ['CARRY', 'Vault'],
    WholeDisks: ['disk4', 'disk5', 'disk6'],
  };
  expect(parseDiskutilList(JSON.stringify(list))).toEqual(['disk4s1', 'disk4s2', 'disk5', 'disk6s1']);
  const usbDrive = {
    BusProtocol: 'USB',
    DeviceIdentifier: 'disk4s2',
    DeviceNode: '/dev/disk4s2',
    Ejectable: true,
    FilesystemType: 'msdos',
    FilesystemUserVisibleName: 'MS-DOS (FAT32)',
    FreeSpace: 30000000000,
    MediaName: 'DataTraveler 3.0',
    MountPoint: '/Volumes/CARRY',
    ParentWholeDisk: 'disk4',
    RemovableMediaOrExternalDevice: true,
    Size: 30831280128,
    TotalSize: 30830231552,
    VolumeName: 'CARRY',
    WritableMedia: true,
    WritableVolume: true,
  };
  expect(parseDiskutilInfo(JSON.stringify(usbDrive))).toEqual({
    device: 'disk4s2',
    disk: 'disk4',
    label: 'CARRY',
    model: 'DataTraveler 3.0',
    bytes: 30830231552,
    free: 30000000000,
    fileSystem: 'vfat',
    readOnly: false,
    mountPoint: '/Volumes/CARRY',
    system: false,
  });
  const info = (more: object): string => JSON.stringify({ ...usbDrive, ...more });
  // NTFS is mounted read-only by macOS; an APFS volume has its container's free space.
  expect(parseDiskutilInfo(info({ FilesystemType: 'ntfs', WritableVolume: false }))).toMatchObject({
    readOnly: true,
  });
  expect(
    parseDiskutilInfo(info({ FilesystemType: 'apfs', FreeSpace: 0, APFSContainerFree: 77 })),
  ).toMatchObject({ free: 77, fileSystem: 'apfs' });
  expect(parseDiskutilInfo(info({ MountPoint: '', WritableVolume: false }))).toMatchObject({
    readOnly: false,
  });
  expect(parseDiskutilInfo(info({ VolumeName: 'EFI' }))).toBeUndefined();
  expect(parseDiskutilInfo(info({ FilesystemType: '' }))).toBeUndefined();
});

test('CIM: removable volumes, fixed disks behind USB, and the letters of both', () => {
  const answer = {
    system: 'C:',
    volumes: [
      volume('C:', 'Windows', 'NTFS', 3),
      volume('E:', 'CARRY', 'FAT32', 2),
      volume('F:', 'T7', 'NTFS', 3),
      { DriveLetter: 'G:', Label: null, FileSystem: null, Capacity: null, FreeSpace: null, DriveType: 2 },
      { ...volume('', 'Recovery', 'NTFS', 3), DriveLetter: null },
    ],
    partitions: [
      { DiskNumber: 0, DriveLetter: 'C', IsReadOnly: false },
      { DiskNumber: 0, DriveLetter: '\u0000', IsReadOnly: false },
      { DiskNumber: 1, DriveLetter: 'E', IsReadOnly: true },
      { DiskNumber: 2, DriveLetter: 70, IsReadOnly: false },
    ],
    disks: [
      disk(0, 17, 'NVMe', true),
      disk(1, 7, 'DataTraveler 3.0', false),
      disk(2, 7, 'Portable SSD T7', false),
    ],
  };
  const found = parseCim(`\ufeff${JSON.stringify(answer)}`);
  expect(found).toEqual([
    {
      device: 'E:',
      disk: 'E:',
      label: 'CARRY',
      model: 'DataTraveler 3.0',
      bytes: 1000,
      free: 10,
      fileSystem: 'vfat',
      readOnly: true,
      mountPoint: 'E:\\',
      system: false,
    },
    expect.objectContaining({ device: 'F:', fileSystem: 'ntfs', readOnly: false, system: false }),
    { device: 'G:', disk: 'G:', bytes: 0, readOnly: false, system: false },
  ]);
  expect(rejectionOf(found[2]!)).toMatchObject({ reason: 'not-mounted' });
  // An ordinary user may have no access to disks and partitions.
  const some = parseCim(JSON.stringify({ ...answer, partitions: [], disks: [] }));
  expect(some.map(({ device }) => device)).toEqual(['E:', 'G:']);
});

function volume(letter: string, label: string, fileSystem: string, type: number): Record<string, unknown> {
  const sizes = { Capacity: 1000, FreeSpace: 10 };
  return { DriveLetter: letter, Label: label, FileSystem: fileSystem, DriveType: type, ...sizes };
}

function disk(number: number, bus: number, name: string, system: boolean): Record<string, unknown> {
  const flags = { IsReadOnly: false, IsSystem: system, IsBoot: system };
  return { Number: number, BusType: bus, FriendlyName: name, ...flags };
}

describe("drives that aren't offered", () => {
  const usbDrive: Drive = {
    device: '/dev/sda1',
    disk: '/dev/sda',
    bytes: 1,
    readOnly: false,
    mountPoint: '/mnt/stick',
    system: false,
  };

  test('rejects the drive with the workspace, but not one with the same prefix in its name', () => {
    expect(rejectionOf(usbDrive, '/mnt/stick/mirror')).toMatchObject({ reason: 'workspace' });
    expect(rejectionOf(usbDrive, '/mnt/stick')).toMatchObject({ reason: 'workspace' });
    expect(rejectionOf(usbDrive, '/mnt/stick2/mirror')).toBeUndefined();
    expect(rejectionOf({ ...usbDrive, mountPoint: 'E:\\' }, 'E:\\mirror')).toMatchObject({
      reason: 'workspace',
    });
    expect(rejectionOf({ ...usbDrive, readOnly: true })).toMatchObject({ reason: 'read-only' });
  });

  test('reports the limit of FAT and the free space, and fails on output of another form', async () => {
    const mountPoint = await folder();
    const states =
      (text: string): SystemTool =>
      async () =>
        text;
    const text = LSBLK.replace('/run/media/me/CARRY 1', mountPoint);
    const drives = await listDrives({
      platform: 'linux',
      run: states(text),
      workspace: join(mountPoint, 'w'),
    });
    expect(drives[0]).toMatchObject({ maxFileBytes: 2 ** 32 - 1, rejected: { reason: 'workspace' } });
    expect(drives[0]!.free).toBeGreaterThan(0);
    await expect(listDrives({ platform: 'linux', run: states('{"devices":1}') })).rejects.toMatchObject({
      code: 'disk',
    });
    await expect(listDrives({ platform: 'aix' })).rejects.toMatchObject({ code: 'disk' });
  });
});

test('a drive is flushed before it is ejected; without udisks it is unmounted', async () => {
  const mountPoint = await folder();
  await mkdir(join(mountPoint, 'airlock'));
  await writeFile(join(mountPoint, 'airlock', 'volume.tar'), 'x');
  const calls: string[] = [];
  const run: SystemTool = async (program, args, options) => {
    calls.push([program, ...args].join(' '));
    if (program === 'sync') return runSystemTool(program, args, options);
    if (program === 'umount') return '';
    throw new AirlockError('disk', `${program} is not installed`);
  };
  const drive: Drive = {
    device: '/dev/sda1',
    disk: '/dev/sda',
    bytes: 1,
    readOnly: false,
    mountPoint,
    system: false,
  };
  const done = await ejectDrive(drive, { run, platform: 'linux' });
  expect(done).toMatchObject({ state: 'unmounted', flushed: { how: 'file-system' } });
  expect(calls).toEqual([
    `sync -f ${mountPoint}`,
    'udisksctl unmount --no-user-interaction --block-device /dev/sda1',
    `umount ${mountPoint}`,
    'udisksctl power-off --no-user-interaction --block-device /dev/sda',
  ]);
  const busy: SystemTool = async (program) => {
    throw new AirlockError('disk', `${program} failed (32): target is busy`);
  };
  const open = ejectDrive({ ...drive, readOnly: true }, { run: busy, platform: 'linux' });
  await expect(open).rejects.toThrow(/can't be ejected: udisksctl .*busy; umount .*busy/);
  await expect(ejectDrive({ ...drive, system: true }, { run })).rejects.toMatchObject({ code: 'usage' });
});

test('without such a sync, flushes every file', async () => {
  const mountPoint = await folder();
  await mkdir(join(mountPoint, 'airlock'));
  for (const name of ['index.json', 'airlock/volume.tar']) await writeFile(join(mountPoint, name), 'x');
  expect(await flushFolder(mountPoint, { platform: 'darwin' })).toEqual({ how: 'files', files: 2 });
  const old: SystemTool = async () => {
    return runSystemTool('sh', ['-c', `echo "sync: invalid option -- 'f'" >&2; exit 1`]);
  };
  expect(await flushFolder(mountPoint, { platform: 'linux', run: old })).toEqual({ how: 'files', files: 2 });
});

test('flushing a removed drive is an error, and so is a failing tool', async () => {
  await expect(flushFolder(join(await folder(), 'gone'))).rejects.toMatchObject({ code: 'disk' });
  await expect(runSystemTool('ls', ['/airlock/no/such/place'])).rejects.toThrow(/ls failed \(2\)/);
});
