import { clusterDomain, type ManifestContext } from '../model/manifest-context.ts';
import type { ManifestFile } from '../model/manifest-file.ts';
import { computeReplicas, platformOf } from '../model/model.ts';
import { t } from './messages.ts';

/** A step of an installation. */
export interface InstallStep {
  title: string;
  text: string;
  /** Shell commands, one per line. Empty for a manual step. */
  commands: string[];
}

export const STEPS_FILE = 'user-provisioned-steps.md';

/** Manifests that create machines, as the installer names them. */
const MACHINES = [
  'openshift/99_openshift-cluster-api_master-machines-*.yaml',
  'openshift/99_openshift-cluster-api_worker-machineset-*.yaml',
  'openshift/99_openshift-machine-api_master-control-plane-machine-set.yaml',
];

/** Manifests of static addresses. Workers with static addresses are Machines. */
const STATIC_MACHINES = [
  'openshift/99_openshift-cluster-api_worker-machines-*.yaml',
  'openshift/99_openshift-machine-api_claim-*.yaml',
  'openshift/99_openshift-machine-api_address-*.yaml',
];

/**
 * Returns the steps of an installation whose machines the user creates (openshift-docs:
 * modules/installation-user-infra-generate-k8s-manifest-ignition.adoc and modules/installation-vsphere-machines.adoc).
 * `create ignition-configs` doesn't read cluster-api/ (openshift/installer: pkg/asset/targets/targets.go).
 */
export function userProvisionedSteps(context: ManifestContext): InstallStep[] {
  const { config } = context;
  const isVSphere = config.platform?.vsphere !== undefined;
  const step = (title: string, text: string, ...commands: string[]): InstallStep => ({
    ...{ title, text, commands },
  });
  return [
    step(t('dnsStep'), t('dnsStepText', { domain: clusterDomain(context) })),
    step(
      t('manifestsStep'),
      t('manifestsStepText'),
      'cp install-config.yaml install-config.yaml.bak',
      'openshift-install create manifests',
    ),
    ...removal(context),
    computeReplicas(config) === 0
      ? step(
          t('schedulableStep'),
          t('schedulableStepText'),
          "sed -i 's/mastersSchedulable: true/mastersSchedulable: false/' manifests/cluster-scheduler-02-config.yml",
        )
      : step(t('schedulableStep'), t('unschedulableStepText')),
    step(t('ignitionStep'), t('ignitionStepText'), 'openshift-install create ignition-configs'),
    ...(isVSphere
      ? [
          step(
            t('encodeStep'),
            t('encodeStepText'),
            `echo '{"ignition":{"version":"3.2.0","config":{"merge":[{"source":"http://HTTP_SERVER/bootstrap.ign"}]}}}' > merge-bootstrap.ign`,
            'for role in merge-bootstrap master worker; do base64 -w0 $role.ign > $role.64; done',
          ),
          step(t('virtualMachinesStep'), t('virtualMachinesStepText')),
        ]
      : [step(t('machinesStep'), t('machinesStepText'))]),
    step(t('bootstrapStep'), t('bootstrapStepText'), 'openshift-install wait-for bootstrap-complete'),
    step(
      t('certificatesStep'),
      t('certificatesStepText'),
      'export KUBECONFIG=auth/kubeconfig',
      'oc get csr',
      'oc adm certificate approve NAME',
    ),
    step(t('finishStep'), t('finishStepText'), 'openshift-install wait-for install-complete'),
  ];
}

/** Returns the step that removes the machines. The installer writes none for `none` and `external`. */
function removal({ config }: ManifestContext): InstallStep[] {
  if (['none', 'external'].includes(platformOf(config))) return [];
  const hasAddresses = Boolean(config.platform?.vsphere?.hosts?.length);
  const files = hasAddresses ? [...MACHINES, ...STATIC_MACHINES] : MACHINES;
  const text = t('removeStepText');
  return [
    {
      title: t('removeStep'),
      text: hasAddresses ? `${text} ${t('removeHostsText')}` : text,
      commands: [`rm -f ${files.join(' ')}`],
    },
  ];
}

/** Returns the steps as a Markdown file. */
export function stepsFile(context: ManifestContext): ManifestFile {
  const steps = userProvisionedSteps(context).map(({ title, text, commands }, i) => {
    const block = commands.length ? `\n\`\`\`sh\n${commands.join('\n')}\n\`\`\`\n` : '';
    return `## ${i + 1}. ${title}\n\n${text}\n${block}`;
  });
  return {
    path: STEPS_FILE,
    text: `# ${t('stepsTitle')}\n\n${t('stepsIntro')}\n\n${steps.join('\n')}`,
    ...{ kind: 'Steps', name: '', secret: false },
    purpose: t('stepsText'),
  };
}
