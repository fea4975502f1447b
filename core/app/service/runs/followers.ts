import { openRunFollower, type RunFollower } from '../../../runs/control/follow-run.ts';

/** Ended runs whose images and log a page may still page through. */
const IDLE_FOLLOWERS = 6;

/** Followers of runs that are in use, and of the last few that were. */
export interface Followers {
  open(directory: string): Promise<RunFollower>;
  drop(directory: string): void;
  close(): void;
}

/** @param inUse those stay open */
export function createFollowers(inUse: (directory: string) => boolean): Followers {
  const followers = new Map<string, Promise<RunFollower>>();
  const drop = (directory: string): void => {
    followers.get(directory)?.then(
      (follower) => follower.close(),
      () => undefined,
    );
    followers.delete(directory);
  };
  return {
    drop,
    open(directory) {
      let opened = followers.get(directory);
      if (!opened) {
        opened = openRunFollower(directory);
        opened.catch(() => followers.delete(directory));
      }
      // The last used stays longest.
      followers.delete(directory);
      followers.set(directory, opened);
      const idle = [...followers.keys()].filter((key) => !inUse(key) && key !== directory);
      for (const key of idle.slice(0, Math.max(0, idle.length - IDLE_FOLLOWERS))) drop(key);
      return opened;
    },
    close() {
      for (const directory of [...followers.keys()]) drop(directory);
    },
  };
}
