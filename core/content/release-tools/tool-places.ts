import { machineName } from '../../base/image/architecture.ts';
import type { Marker } from './release-markers.ts';

/** Files of a release that an installation needs. */
export type ReleaseFileName = 'openshift-install' | 'oc' | 'ccoctl' | 'iso';

export const TOOLS = ['openshift-install', 'oc', 'ccoctl'] as const satisfies ReleaseFileName[];

/** Returns the architecture of a host by Node's name for it (`x64`). */
export function architectureOfHost(name: string): string {
  return { x64: 'amd64', ppc64: 'ppc64le' }[name] ?? name;
}

/** Where a release has a file. */
export interface ReleaseFilePlace {
  name: ReleaseFileName;
  /** Name of the component of the release. */
  component: string;
  /** Path in the component's image. */
  path: string;
  /** Name of the extracted file. */
  file: string;
  mode: number;
  /** Values that are written into the file. */
  markers: Marker[];
}

const INSTALL_MARKERS: Marker[] = ['image', 'version', 'architecture'];
const BINARY = 0o755;

/**
 * Returns where a release has a file for Linux on an architecture (openshift/oc: availableTargets in
 * pkg/cli/admin/release/extract_tools.go; openshift/installer: coreOsFileName in pkg/asset/agent/image/oc.go). For its own
 * architecture, the component of the tool has it. For others, the component with artifacts has it. `ccoctl` and the ISO
 * are only for the release's own architecture.
 * @param release amd64, arm64, ppc64le, s390x or multi
 * @returns undefined if releases of `release` have no such file for `architecture`
 */
export function releaseFilePlace(
  name: ReleaseFileName,
  architecture: string,
  release: string,
): ReleaseFilePlace | undefined {
  const isOwn = release === 'multi' || release === architecture;
  const folder = `usr/share/openshift/linux_${architecture}`;
  switch (name) {
    case 'openshift-install': {
      const shared = { name, file: name, mode: BINARY, markers: INSTALL_MARKERS };
      if (isOwn) return { ...shared, component: 'installer', path: 'usr/bin/openshift-install' };
      if (architecture !== 'amd64' && architecture !== 'arm64') return undefined;
      return { ...shared, component: 'installer-artifacts', path: `${folder}/openshift-install` };
    }
    case 'oc': {
      const shared = { name, file: name, mode: BINARY, markers: ['version' as const] };
      return isOwn
        ? { ...shared, component: 'cli', path: 'usr/bin/oc' }
        : { ...shared, component: 'cli-artifacts', path: `${folder}/oc` };
    }
    case 'ccoctl':
      if (!isOwn) return undefined;
      return {
        ...{ name, file: name, mode: BINARY, markers: [] },
        ...{ component: 'cloud-credential-operator', path: 'usr/bin/ccoctl' },
      };
    case 'iso': {
      if (!isOwn) return undefined;
      const file = `coreos-${machineName(architecture)}.iso`;
      return { name, file, mode: 0o644, markers: [], component: 'machine-os-images', path: `coreos/${file}` };
    }
  }
}
