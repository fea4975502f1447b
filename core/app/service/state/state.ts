import type { HostEvent } from '../../../contract/events.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import type { CredentialStore } from './credential-store.ts';
import type { Jobs } from './jobs.ts';
import type { SettingsStore } from './settings-store.ts';

/** What the host that carries the service tells about itself. */
export interface ServiceOptions {
  host: HostFacts;
  carrier: 'desktop' | 'browser';
  /** The user's folder for settings: {@link defaultConfigDirectory}. */
  configDirectory: string;
  /** Whether the desktop host can encrypt what is typed; if not, why. */
  keyStore: { available: boolean; reason?: string };
  nativeDialogs: boolean;
}

/** A folder that may hold records of runs in `.airlock/runs`. */
export interface KnownRoot {
  root: string;
  kind: 'workspace' | 'state';
}

/** What the capabilities of the service share. */
export interface ServiceState {
  readonly options: ServiceOptions;
  readonly host: HostFacts;
  readonly settings: SettingsStore;
  readonly credentials: CredentialStore;
  readonly jobs: Jobs;
  /** Tells all pages; each event holds the whole state of its topic. */
  emit(event: HostEvent): void;
  /** False while no page listens to events: then nothing needs to be followed. */
  listened(): boolean;
  /**
   * The host as a run or plan sees it that works in these folders and with this registry: with what was typed in this
   * session, and with the practice world's environment when one of them belongs to it.
   */
  hostFor(...places: (string | undefined)[]): HostFacts;
  /** The host as a test of one registry (host with port) sees it: in the practice world for its registries. */
  hostAt(registry: string): HostFacts;
  /** Workspaces on the list, the default state folder, those that were used, and the practice world's. */
  knownRoots(): Promise<KnownRoot[]>;
  /** Remembers a state folder that a run was given, so that its runs are found again after a restart. */
  noteStateDirectory(directory: string): Promise<void>;
  readonly practice: {
    /** Variables to add to the environment; undefined for paths outside the practice world. */
    environmentFor(path: string): Record<string, string> | undefined;
    isWorkspace(directory: string): boolean;
  };
}
