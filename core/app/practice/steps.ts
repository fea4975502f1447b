/** The steps of the practice journey, in their order. */
export const JOURNEY_STEPS = [
  'plan',
  'mirror-to-disk',
  'verify',
  'media-export',
  'media-import',
  'disk-to-mirror',
  'cluster-resources',
  'apply',
  'upgrade',
  'proof',
  'delete',
] as const;

export type StepName = (typeof JOURNEY_STEPS)[number];

/** What a step is about to do. */
export interface StepIntent {
  name: StepName;
  /** One sentence for users. */
  about: string;
  /** The command for a shell with the environment of the world. */
  command: string;
}

/** A file in the folder of a step. Size in bytes. */
export interface StepFile {
  path: string;
  size: number;
}

/** The result of a step. Bytes are unique content unless stated otherwise. */
export type StepFigures =
  | {
      name: 'plan';
      images: number;
      bytes: number;
      bytesToMove: number;
      sections: { name: string; images: number; bytes: number }[];
    }
  | {
      name: 'mirror-to-disk';
      images: number;
      /** Received from the upstream registry. */
      bytes: number;
      /** Written to the archive. */
      written: number;
      transfer: string;
      directory: string;
      files: StepFile[];
    }
  | { name: 'verify'; blobs: number; bytes: number }
  | {
      name: 'media-export';
      volumes: number;
      /** Of all volumes on the drives. */
      bytes: number;
      /** The bytes that practice changed on the second drive, so that the import has something to find. */
      damage: { drive: string; file: string; volume: number; from: number; to: number };
      /** The same in the records of both sides. */
      fingerprint: string;
      directory: string;
      files: StepFile[];
    }
  | {
      name: 'media-import';
      images: number;
      /** Of the set. */
      bytes: number;
      /** Written to the disk of this side. */
      written: number;
      /** Files on the drives. The import changes none of them. */
      driveFiles: number;
      /** Damaged ranges that the first import found, and the volumes that were written again. */
      found: { file: string; offset: number; length: number }[];
      repaired: number[];
      directory: string;
      fingerprint: string;
      /** The acknowledgment for the connected side, and its code. */
      summary: string;
      code: string;
    }
  | {
      name: 'disk-to-mirror';
      images: number;
      /** Uploaded to the destination registry. */
      bytes: number;
      /** Files of the transfer. The push changes none of them. */
      sourceFiles: number;
      state: string;
      /** Folder of the cluster resources. */
      resources: string;
    }
  | {
      name: 'cluster-resources';
      bytes: number;
      directory: string;
      files: StepFile[];
      /** The first lines of the file that redirects pulls by digest. */
      excerpt: { file: string; lines: string[] };
    }
  | {
      name: 'apply';
      /** Version of the simulated cluster. */
      version: string;
      objects: { kind: string; name: string; result: string }[];
    }
  | {
      name: 'upgrade';
      /** Versions of the upgrade path, including both ends. */
      path: string[];
      transfer: string;
      images: number;
      /** Received from the upstream registry, and uploaded to the destination registry. */
      fetched: number;
      sent: number;
    }
  | { name: 'proof'; images: number }
  | {
      name: 'delete';
      /** The deleted release. */
      version: string;
      images: number;
      /** That the registry can free. */
      bytesFreed: number;
    };

export type FiguresOf<N extends StepName> = Extract<StepFigures, { name: N }>;

/** A finished step; wall time in ms. */
export type JourneyStep = StepFigures & { command: string; wallMs: number };

export type OnStep = (
  event: { state: 'started'; intent: StepIntent } | { state: 'done'; step: JourneyStep },
) => void;
