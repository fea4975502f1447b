import { t } from './messages.ts';

const DELETE = {
  title: t('deleteTitle'),
  lines: [t('deleteChoose'), t('deletePreview'), t('deleteConfirm'), t('deleteRestore')],
  commands: [{ command: 'airlock delete --help', about: t('deleteCommand') }],
};

/** Help for the screens from Home to Apply, by route pattern. */
export const MIRRORING = {
  '/': {
    title: t('homeTitle'),
    lines: [t('homeEnclaves'), t('homeTransfers'), t('homeWorkspace'), t('homeSide'), t('homeRuns')],
    commands: [
      { command: 'airlock transfers list file://DIR', about: t('listCommand') },
      { command: 'airlock serve', about: t('homeServeCommand') },
    ],
  },
  '/choose/:draft?/:step?': {
    title: t('chooseTitle'),
    lines: [
      t('chooseSteps'),
      t('chooseStart'),
      t('chooseForm'),
      t('chooseTotal'),
      t('chooseMetered'),
      t('chooseRun'),
    ],
    commands: [
      { command: 'airlock config init -o isc.yaml', about: t('chooseInitCommand') },
      {
        command: 'airlock config suggest --installed installed.json --to 4.18',
        about: t('chooseSuggestCommand'),
      },
      { command: 'airlock plan -c isc.yaml file://DIR', about: t('choosePlanCommand') },
    ],
  },
  '/enclaves/:name': {
    title: t('enclaveTitle'),
    lines: [
      t('enclaveJournal'),
      t('enclaveDetails'),
      t('enclaveCode'),
      t('enclaveMissing'),
      t('enclaveProtect'),
    ],
    commands: [
      { command: 'airlock transfers list file://DIR', about: t('listCommand') },
      { command: 'airlock transfers show fleet-0007 file://DIR', about: t('enclaveShowCommand') },
      { command: 'airlock transfers ack CODE file://DIR', about: t('enclaveAckCommand') },
    ],
  },
  '/enclaves/:name/delete': DELETE,
  '/delete': DELETE,
  '/sites': {
    title: t('sitesTitle'),
    lines: [t('sitesPicture'), t('sitesStates'), t('sitesReport'), t('sitesChoose')],
    commands: [
      { command: 'airlock transfers sites file://DIR', about: t('sitesCommand') },
      {
        command: 'airlock transfers code file://DIR --report FILE --next file://DIR',
        about: t('sitesReportCommand'),
      },
      { command: 'airlock transfers ack FILE file://DIR', about: t('sitesRecordCommand') },
    ],
  },
  '/sites/choose': {
    title: t('siteContentTitle'),
    lines: [t('siteContentSource'), t('siteContentStart')],
    commands: [
      {
        command: 'airlock mirror -c branch.yaml --from file://DIR file://DIR',
        about: t('siteContentCommand'),
      },
    ],
  },
  '/storage': {
    title: t('storageTitle'),
    lines: [t('storageSets'), t('storageRemovable'), t('storageRemove')],
    commands: [
      { command: 'airlock workspace usage file://DIR', about: t('storageUsageCommand') },
      { command: 'airlock workspace prune file://DIR --dry-run', about: t('storagePruneCommand') },
    ],
  },
  '/fetch': {
    title: t('fetchTitle'),
    lines: [
      t('fetchText'),
      t('configuration'),
      t('plan'),
      t('approval'),
      t('trust'),
      t('fetchSent'),
      t('fetchOperators'),
      t('fetchSignatures'),
      t('fetchPause'),
    ],
    commands: [
      { command: 'airlock mirror -c isc.yaml file://DIR --for ENCLAVE', about: t('fetchCommand') },
      { command: 'airlock plan -c isc.yaml file://DIR', about: t('planCommand') },
      { command: 'airlock config validate isc.yaml', about: t('fetchValidateCommand') },
      {
        command: 'airlock mirror --plan plan.json --require-signature KEY file://DIR',
        about: t('fetchSignedCommand'),
      },
    ],
  },
  '/carry': {
    title: t('carryTitle'),
    lines: [
      t('carryDrives'),
      t('carryVerify'),
      t('carryPause'),
      t('carryBoxes'),
      t('carryRecord'),
      t('carryOptions'),
    ],
    commands: [
      {
        command: 'airlock media export --transfer fleet-0007 --to /mnt/usb file://DIR',
        about: t('carryExportCommand'),
      },
      { command: 'airlock media status file://DIR', about: t('carryStatusCommand') },
      { command: 'airlock media drives', about: t('carryDrivesCommand') },
    ],
  },
  '/receive': {
    title: t('receiveTitle'),
    lines: [t('receiveDrives'), t('receiveVerify'), t('receiveBoxes'), t('receivePush'), t('receiveCode')],
    commands: [
      { command: 'airlock media import --from /mnt/usb file://DIR', about: t('receiveImportCommand') },
      { command: 'airlock transfers code file://DIR', about: t('receiveCodeCommand') },
    ],
  },
  '/ready': {
    title: t('readyTitle'),
    lines: [t('readyText'), t('readyCode'), t('readyVerify')],
    commands: [
      { command: 'airlock transfers code file://DIR --reached pushed', about: t('readyCodeCommand') },
      { command: 'airlock mirror --from file://DIR docker://HOST', about: t('readyPushCommand') },
      { command: 'airlock transfers attachments file://DIR --to OUT', about: t('readyAttachmentsCommand') },
    ],
  },
  '/push': {
    title: t('pushTitle'),
    lines: [
      t('pushText'),
      t('pushSource'),
      t('pushExisting'),
      t('pushState'),
      t('pushCatalog'),
      t('pushResources'),
      t('pushProbe'),
      t('approval'),
      t('pushTest'),
    ],
    commands: [
      { command: 'airlock mirror --from file://DIR docker://HOST[/PATH]', about: t('pushCommand') },
      { command: 'airlock verify file://DIR', about: t('pushVerifyCommand') },
    ],
  },
  '/cluster': {
    title: t('clusterTitle'),
    lines: [
      t('clusterCompare'),
      t('clusterObjects'),
      t('clusterSelection'),
      t('clusterDryRun'),
      t('clusterRollback'),
    ],
    commands: [
      { command: 'airlock cluster-config apply ./config --dry-run', about: t('clusterDryRunCommand') },
      { command: 'airlock cluster-config apply ./config', about: t('clusterApplyCommand') },
    ],
  },
  '/receive/request': {
    title: t('requestTitle'),
    lines: [t('requestCreate'), t('requestCarry')],
    commands: [
      { command: 'airlock media request file://DIR -c isc.yaml -o request.json', about: t('requestCommand') },
    ],
  },
  '/fetch/request': {
    title: t('openRequestTitle'),
    lines: [t('openRequestAccept'), t('openRequestMirror')],
    commands: [
      { command: 'airlock mirror --request request.json file://DIR', about: t('openRequestCommand') },
    ],
  },
  '/cluster/manifests': {
    title: t('manifestsTitle'),
    lines: [t('manifestsPreview'), t('manifestsSecret'), t('manifestsWrite')],
    commands: [
      {
        command: 'airlock cluster-config write --trust-bundle FILE --pull-secret FILE --to DIR',
        about: t('manifestsWriteCommand'),
      },
    ],
  },
  '/mirror': {
    title: t('mirrorTitle'),
    lines: [t('mirrorText'), t('configuration'), t('plan'), t('approval'), t('trust'), t('mirrorExisting')],
    commands: [
      {
        command: 'airlock mirror -c isc.yaml --workspace file://DIR docker://HOST[/PATH]',
        about: t('mirrorCommand'),
      },
      {
        command: 'airlock plan -c isc.yaml --workspace file://DIR docker://HOST[/PATH]',
        about: t('planCommand'),
      },
    ],
  },
  '/run/:sequence': {
    title: t('runTitle'),
    lines: [
      t('runProgress'),
      t('runPause'),
      t('runLimits'),
      t('runDeliverables'),
      t('runFailures'),
      t('runWindow'),
    ],
    commands: [
      { command: 'airlock runs attach', about: t('runAttachCommand') },
      { command: 'airlock runs show', about: t('runShowCommand') },
    ],
  },
};
