/** A drive that can be taken out, as the system describes it. */
export interface FoundDrive {
  /** As the system calls the volume: `/dev/sdb1`, `disk4s1`, `E:`. */
  device: string;
  /** The whole drive: what is ejected. */
  disk: string;
  label?: string;
  model?: string;
  /** Bytes of the volume. */
  bytes: number;
  /** Bytes that can still be written; only of drives that are mounted. */
  free?: number;
  /** `vfat`, `exfat`, `ntfs`, `ext4`, `apfs`, … */
  fileSystem?: string;
  readOnly: boolean;
  /** Where its files are; absent: not mounted. */
  mountPoint?: string;
  /** The running system is on it. */
  system: boolean;
}
