import type { HostEvent } from '../../../contract/events.ts';
import type { DriveLine } from '../../../contract/topics/media.ts';
import type { DriveFacts } from '../../../media/volumes/drive.ts';
import type { HostFacts } from '../../../mirror/run/request.ts';
import type { Notices } from '../../notices/notices.ts';
import type { CredentialStore } from './credential-store.ts';
import type { Jobs } from './jobs.ts';
import type { SettingsStore } from './settings-store.ts';

/** Facts about the host of the service. */
export interface ServiceOptions {
  host: HostFacts;
  carrier: 'desktop' | 'browser';
  /** The user's settings folder: {@link defaultConfigDirectory}. */
  configDirectory: string;
  /** Whether the desktop host can encrypt credentials, and if not, why. */
  keyStore: { available: boolean; reason?: string };
  nativeDialogs: boolean;
  /** Directory that Airlock is installed in. A bundle archive next to it is offered for the receiving side. */
  installation?: string | undefined;
  /** The host is opened to look only: it runs no schedules, and sends no notices about expiring credentials. */
  readOnly?: boolean | undefined;
  /** ms until the first look for due schedules, so that the host starts sooner. Default: 3 s. */
  schedulesAfterMs?: number | undefined;
}

/** A folder that may contain records of runs in `.airlock/runs`. */
export interface KnownRoot {
  root: string;
  kind: 'workspace' | 'state';
}

/** The state that the handlers of the service share. */
export interface ServiceState {
  readonly options: ServiceOptions;
  readonly host: HostFacts;
  readonly settings: SettingsStore;
  readonly credentials: CredentialStore;
  readonly jobs: Jobs;
  readonly notices: Pick<Notices, 'send' | 'endWait'>;
  /** Reports an event to all pages. Each event contains the entire state of its topic. */
  emit(event: HostEvent): void;
  /** False while no page listens to events, so that nothing needs to be followed. */
  listened(): boolean;
  /**
   * Returns the host for a run or plan that uses these folders and this registry: with the credentials entered in this
   * session, and with the environment of the practice world if one of them belongs to it.
   */
  hostFor(...places: (string | undefined)[]): HostFacts;
  /** Returns the host for a test of one registry (host with port): in the practice world for its registries. */
  hostAt(registry: string): HostFacts;
  /** Returns workspaces on the list, the default state folder, used state folders, and those of the practice world. */
  knownRoots(): Promise<KnownRoot[]>;
  /** Saves the state folder of a run, so that its runs are found after a restart. */
  noteStateDirectory(directory: string): Promise<void>;
  readonly practice: {
    /** Returns variables to add to the environment; undefined for paths outside the practice world. */
    environmentFor(path: string): Record<string, string> | undefined;
    isWorkspace(directory: string): boolean;
    /** Returns the directory that receives the transfers of the practice workspace; undefined for other workspaces. */
    receivedFrom(directory: string): string | undefined;
    /** Returns the simulated drives. */
    drives(): Promise<DriveLine[]>;
    /** Returns the properties of a drive, within the limits of simulated ones. @throws AirlockError `disk` */
    probe(path: string): Promise<DriveFacts>;
  };
}
