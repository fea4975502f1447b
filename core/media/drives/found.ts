/** A removable drive as the system describes it. */
export interface FoundDrive {
  /** The system's name of the file system: `/dev/sdb1`, `disk4s1`, `E:`. */
  device: string;
  /** The entire disk, which is ejected. */
  disk: string;
  label?: string;
  model?: string;
  /** Size of the file system in bytes. */
  bytes: number;
  /** Free space in bytes. Only known for mounted drives. */
  free?: number;
  /** `vfat`, `exfat`, `ntfs`, `ext4`, `apfs`, … */
  fileSystem?: string;
  readOnly: boolean;
  /** Folder with its files. Absent if it isn't mounted. */
  mountPoint?: string;
  /** Whether it contains the running system. */
  system: boolean;
}
