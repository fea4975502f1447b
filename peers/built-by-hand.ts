/** Where a program that was built by hand comes from. */
export interface HandBuilt {
  /** The commit of the upstream repository, with its date. */
  commit: string;
  /** How the program differs from the one that the project releases: what was replaced, and what it therefore doesn't judge. */
  differences: string[];
}

const CATALOG_MODULE = 'Its catalog library is the commit 6a6d8827 of operator-registry that it requires.';

/**
 * The programs and files that judged Airlock, by the SHA-256 of `checksumOf()`. `docs/proof.md` reports a program that isn't
 * in this list as one of unknown origin.
 */
export const BUILT_BY_HAND: Readonly<Record<string, HandBuilt>> = {
  '01eab1248775d075e9c290b2599bb1ca6415eed3b9580746aac299502a8d1af6': {
    commit: '9c204ec2 of 2026-08-20',
    differences: [
      'It contains only version 2: `--v1` fails.',
      CATALOG_MODULE,
      "A stub replaces its logger, microlib/simple, so that only the texts of log lines are oc-mirror's own.",
      "It reports the version v5.0.0-9c204ec2, which isn't a release.",
    ],
  },
  '04980c60d0e5dd7853d674bccd8fe8419b55eaad4bf075c1f0f9d20cf1368035': {
    commit: 'bf58a7de of 2026-08-19',
    differences: [],
  },
  '7d3352ad0f7ef90ac3d8260e08f3afd7a521812b952e714cbe0605edf3b205fd': {
    commit: '992bb097 of 2026-08-19',
    differences: [
      "A main program calls OLM's own `Resolver.Resolve` with catalogs from directories, loaded as by `opm serve`, and with a list of installed operators in place of a cluster.",
    ],
  },
  fa0727a9fecd1119e857ecbe25104361ff5b4d05a3bcd859f8b30c00ea6b3fd4: {
    commit: 'dffcf504 of 2026-08-17, branch release-4.23',
    differences: [
      'The schema of Infrastructure is the one of TechPreviewNoUpgrade. The others are those of the default feature set.',
    ],
  },
  '527d99280f95c98cf175d1f4427f26c6910819dac4b85ba59c3a00db06cee036': {
    commit: '7e30b7d6b421 of 2025-09-10, as vendored in openshift/installer-aro-wrapper 0122b229',
    differences: [
      "A main program calls the installer's own validation and its own code for manifests.",
      'It never connects to a vCenter: `GetFinder` returns nothing, as if no vCenter could be reached.',
      'It looks up no host names for bare metal.',
      'Its go.mod was changed to match the vendored modules.',
      'A stub replaces the client for Power Virtual Server.',
      "It doesn't contain the checks that need the platform (`ValidateForProvisioning`), the architecture of the release, and the additional checks of the agent-based installer.",
      'The files for the infrastructure and the cloud provider are written only for vSphere and for no platform.',
    ],
  },
  '7c23b990fb439c92549fb779f6941af52de2124ae4a71c178ff91752db0e3693': {
    commit: '60f6c5df of 2026-08-19',
    differences: [
      "A main program calls the provider's own readers of configurations, in the order of its start. It connects to no vCenter.",
    ],
  },
  '745ef1aaed8c0dbe3d272bf6d036f6e1865f223ab5dc051d3a6d78d1f796a858': {
    commit: 'cb34e120 of 2026-07-28',
    differences: [],
  },
  '3bcf3d65fa085491352deda0a4709d67dd47eeabae3f13ec90a6e49fb88df4d7': {
    commit: '6d19b445 of 2026-08-21',
    differences: [
      'It is the minimal build, without the extensions for search, sync, scrub, metrics and user interface.',
    ],
  },
  f58a255d65b765724c16cdc5a3953a656c8f4c39757afb2e7821372a19fad751: {
    commit: '49c914f8 of 2025-12-10',
    differences: [
      'Its dependency dkregistry is the commit 89d190c3 from the source of camallo/dkregistry-rs.',
    ],
  },
  '837889b9823c8221e9aee62b2f155376340f35c3c2c93008a685b30dd184548b': {
    commit: '49c914f8 of 2025-12-10',
    differences: [],
  },
  '7f973033b0ea4bf2d5c257cddcab872cb6c538165cfed911ffc8f9aba30069a4': {
    commit: 'c9752755 of 2026-07-20',
    differences: [],
  },
  ea178d81c2bfd558e86ff47ace5221efafb7a21d4daa05a3b3fad8c1fd8811a3: {
    commit: '0c73b3c8 of 2026-06-12',
    differences: [],
  },
  e18131961e6a08fc725de46eecf0d95166fa03a195f7519d3781f59d6c249c4a: {
    commit: 'fd061606 of 2026-08-21',
    differences: [],
  },
};
