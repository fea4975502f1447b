import type { Access } from '../../registry/access/access.ts';

/** Returns an access that reports the origin of every request, which reveals token services and blob stores. */
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
