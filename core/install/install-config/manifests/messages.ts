import { translator } from '../../../base/messages/translator.ts';

/** Texts on generated manifests: their purposes, notes and errors. */
export const t = translator({
  nameMissing: 'The cluster has no name',
  baseDomainMissing: 'The cluster has no base domain',
  platformMissing: 'The configuration must set exactly one platform',
  // notes: clauses without a period
  infraIdNote:
    'the infrastructure ID {id} is derived from the cluster name and domain, but the installer generates a different, random ID',
  releaseByGatesNote: 'the manifests are for {release}, because the file enables VSphereMultiVCenters',
  newestReleaseNote: 'the manifests are for the newest release, because no version is set',
  networksNote:
    'network paths are assumed to be under their compute cluster, but the installer looks up the actual paths in vCenter',
  baremetalNote: 'only the installer creates the hosts and machines for bare metal',
  platformNote:
    'for platform {platform}, only the installer creates the machines, the Infrastructure and DNS objects, and the status of the proxy',
  schedulableNote:
    'the control plane nodes run workloads (mastersSchedulable is true), because the file has no workers',
  schedulableUserNote:
    'if you add workers, set mastersSchedulable to false in manifests/cluster-scheduler-02-config.yml',
  omittedNote:
    'the Machines, MachineSets, ControlPlaneMachineSet and Cluster API objects are omitted, because you create the machines',
  stepsNote:
    'the commands for the installation, such as openshift-install create ignition-configs, are in {file}',
  // steps with user-provisioned machines
  stepsTitle: 'Installation on user-provisioned infrastructure',
  stepsIntro: 'Run the commands in the directory that contains install-config.yaml.',
  stepsText:
    'Lists the steps and commands for an installation with machines that you create: manifests, Ignition configs, machines and certificates.',
  dnsStep: 'Set up DNS and load balancing',
  dnsStepText:
    'Create DNS records for api.{domain}, api-int.{domain} and *.apps.{domain}. Forward port 6443 on api and api-int, and port 22623 on api-int, to the bootstrap and control plane machines. Forward ports 80 and 443 on *.apps to the workers, or to the control plane machines in a cluster without workers.',
  manifestsStep: 'Create the manifests',
  manifestsStepText:
    'The installer deletes install-config.yaml after reading it, so make a copy first. Then compare the files that the installer writes with those from Airlock.',
  removeStep: 'Remove the machines',
  removeStepText:
    "You create the machines, so remove the objects from which the cluster would create them. You can ignore cluster-api/, because the Ignition configs don't contain it.",
  removeHostsText: 'Also remove the claims of static addresses.',
  schedulableStep: 'Check mastersSchedulable',
  schedulableStepText:
    'The installer sets mastersSchedulable to true, because the file has no workers. If you add workers, set it to false. In a cluster without workers, skip this step.',
  unschedulableStepText:
    "The installer sets mastersSchedulable to false, because the file has workers. Create these workers yourself, otherwise the installation doesn't finish.",
  ignitionStep: 'Create the Ignition configs',
  ignitionStepText:
    'Use the Ignition configs within 12 hours, because their certificates expire after 24 hours. For a new installation, start in an empty directory.',
  encodeStep: 'Encode the Ignition configs for vSphere',
  encodeStepText:
    "Publish bootstrap.ign on an HTTP server that the bootstrap machine can reach, because it's too large for a machine property. Replace HTTP_SERVER with the host name or IP address of the server.",
  virtualMachinesStep: 'Create the virtual machines',
  virtualMachinesStepText:
    'Create the machines that vcenter-checklist.md lists, and any workers. In each machine, set guestinfo.ignition.config.data to its encoded Ignition config and guestinfo.ignition.config.data.encoding to base64. Set disk.EnableUUID and stealclock.enable to TRUE. Then start the machines.',
  machinesStep: 'Create the machines',
  machinesStepText:
    'Start the bootstrap machine with bootstrap.ign, the control plane machines with master.ign, and any workers with worker.ign.',
  bootstrapStep: 'Wait for the control plane',
  bootstrapStepText:
    'When the command ends, remove the bootstrap machine from the load balancer and delete the machine.',
  certificatesStep: 'Approve the certificate requests of workers',
  certificatesStepText:
    'Each worker sends two certificate signing requests, one after the other. List the pending requests and approve the requests from your workers.',
  finishStep: 'Wait for the installation',
  finishStepText: 'The command prints the address of the console and the location of the password.',
  // infrastructure ID and rendezvous IP
  infraIdInvalid: '"{id}" isn\'t a valid infrastructure ID',
  infraIdInvalidRemedy: 'Use at most {maximum} lowercase letters, digits and hyphens, such as cluster-8tpnt.',
  rendezvousInvalid: 'The rendezvous IP "{address}" isn\'t an IP address',
  rendezvousInvalidRemedy: 'Use the IP address of a control plane host, without its prefix length.',
  rendezvousWorkerRemedy: 'Use the IP address of a control plane host.',
  // purposes
  agentConfigText:
    'Describes the hosts for an agent-based installation. Store the file in the same directory as install-config.yaml.',
  infrastructureText:
    "Describes the cluster's platform: names, addresses and, on vSphere, the vCenters and failure domains.",
  featureGateText: "Selects the feature set. Enabling a feature set other than the default can't be undone.",
  networkText: 'Sets the networks for pods and services, and the network plugin.',
  networkOperatorText: 'Sets the OVN-Kubernetes internal join subnet.',
  dnsText: "Sets the cluster's base domain.",
  ingressText: 'Sets the domain for routes and the nodes that run the ingress controllers.',
  schedulerText: 'Sets whether control plane nodes also run workloads.',
  proxyText: 'Sets the cluster-wide proxy and whether all components trust the additional CA.',
  bundleText: "Contains additional CA certificates that the cluster trusts, such as the mirror's CA.",
  digestMirrorText: 'Redirects pulls by digest to the mirror.',
  contentSourceText: 'Redirects pulls by digest from {source} to the mirror (deprecated).',
});
