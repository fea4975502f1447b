/** The steps of the practice journey, in their order. */
export const JOURNEY_STEPS = [
  'plan',
  'mirror-to-disk',
  'verify',
  'media-export',
  'media-import',
  'disk-to-mirror',
  'cluster-resources',
  'proof',
] as const;

export type StepName = (typeof JOURNEY_STEPS)[number];

/** What a step is going to do. */
export interface StepIntent {
  name: StepName;
  /** One sentence for people. */
  about: string;
  /** What a person would type for it in a shell that has the world's environment. */
  command: string;
}

/** A file below the folder that a step names; size in bytes. */
export interface StepFile {
  path: string;
  size: number;
}

/** What a step did; bytes are unique content unless said otherwise. */
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
      pieces: number;
      /** Of all pieces, on the medium. */
      bytes: number;
      /** The same on the papers of both sides. */
      shortHash: string;
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
      /** Files of the medium, none of which is changed by the import. */
      mediumFiles: number;
      directory: string;
      shortHash: string;
      /** What to tell the connected side, and its code. */
      words: string;
      code: string;
    }
  | {
      name: 'disk-to-mirror';
      images: number;
      /** Uploaded to the destination registry. */
      bytes: number;
      /** Files of the transfer, none of which is changed by the push. */
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
  | { name: 'proof'; images: number };

export type FiguresOf<N extends StepName> = Extract<StepFigures, { name: N }>;

/** A finished step; wall time in ms. */
export type JourneyStep = StepFigures & { command: string; wallMs: number };

export type OnStep = (
  event: { state: 'started'; intent: StepIntent } | { state: 'done'; step: JourneyStep },
) => void;
