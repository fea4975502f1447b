import type { Access } from '../../registry/access/access.ts';

/** An access that tells of every origin it is asked to reach: token services and blob stores are seen as they are met. */
export function watchedAccess(
  access: Required<Access>,
  onOrigin: (origin: string) => void,
): Required<Access> {
  return {
    ...access,
    dispatcher(origin, security) {
      onOrigin(new URL(origin).origin);
      return access.dispatcher(origin, security);
    },
  };
}
