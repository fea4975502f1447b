import { t } from './messages.ts';

/** Help for the tools, by route pattern. */
export const TOOLS = {
  '/upgrades': {
    title: t('upgradesTitle'),
    lines: [
      t('upgradesVersions'),
      t('upgradesPath'),
      t('upgradesGraph'),
      t('upgradesRisks'),
      t('upgradesTable'),
      t('upgradesData'),
      t('upgradesOptions'),
      t('upgradesOperators'),
      t('upgradesAdd'),
    ],
    commands: [
      { command: 'airlock upgrade-path ocp --from 4.16.20 --to 4.18.9', about: t('upgradesCommand') },
      {
        command: 'airlock upgrade-path ocp --from V --to V --avoid-risks --svg FILE',
        about: t('upgradesRisksCommand'),
      },
    ],
  },
  '/upgrades/operators': {
    title: t('operatorTitle'),
    lines: [
      t('operatorPath'),
      t('operatorCatalogs'),
      t('operatorGraph'),
      t('operatorKeys'),
      t('operatorAdd'),
      t('operatorCache'),
    ],
    commands: [
      {
        command: 'airlock upgrade-path operator --catalog REF --package NAME --from VERSION',
        about: t('operatorCommand'),
      },
      { command: 'airlock list operators --catalog REF', about: t('operatorListCommand') },
    ],
  },
  '/upgrades/catalogs': {
    title: t('comparisonTitle'),
    lines: [t('comparisonChanges'), t('comparisonCatalogs'), t('comparisonCache')],
    commands: [{ command: 'airlock catalog diff FROM TO', about: t('comparisonCommand') }],
  },
  '/upgrades/plan': {
    title: t('planTitle'),
    lines: [t('planOrder'), t('planCatalogs'), t('planChecks'), t('planPage')],
    commands: [
      {
        command:
          'airlock upgrade-path plan --from V --to V --catalog REF --operator NAME=VERSION --html FILE',
        about: t('planCommand'),
      },
    ],
  },
  '/hosts': {
    title: t('hostsTitle'),
    lines: [
      t('hostsRows'),
      t('hostsKeys'),
      t('hostsSelection'),
      t('hostsLayout'),
      t('hostsChecks'),
      t('hostsSaved'),
    ],
    commands: [
      { command: 'airlock nmstate validate hosts.csv --preset bond-vlan', about: t('hostsCommand') },
    ],
  },
  '/hosts/:host': {
    title: t('hostTitle'),
    lines: [t('hostForm'), t('hostOwn'), t('hostPicture'), t('hostBoot')],
    commands: [{ command: 'airlock nmstate explain DIR --host worker-3', about: t('hostCommand') }],
  },
  '/hosts/outputs': {
    title: t('outputsTitle'),
    lines: [t('outputsKinds'), t('outputsPreview'), t('outputsScaleOut')],
    commands: [
      {
        command: 'airlock nmstate machineconfig hosts.csv --preset bond-vlan --role worker -o FILE',
        about: t('outputsMachineConfigCommand'),
      },
      { command: 'airlock nmstate scaleout hosts.csv --help', about: t('outputsScaleOutCommand') },
    ],
  },
  '/hosts/adopt': {
    title: t('adoptTitle'),
    lines: [t('adoptText'), t('adoptVerdicts'), t('adoptSteps'), t('adoptTable')],
    commands: [
      { command: 'airlock nmstate adopt MUST-GATHER -o DIR/', about: t('adoptCommand') },
      { command: 'airlock nmstate nodes --from-dir MUST-GATHER', about: t('adoptNodesCommand') },
    ],
  },
  '/hosts/day2': {
    title: t('day2Title'),
    lines: [t('day2Text'), t('day2Rejected'), t('day2Masquerade'), t('day2Table')],
    commands: [
      {
        command: 'airlock nmstate nncp --from OLD.yml --to NEW.yml --host worker-3',
        about: t('day2Command'),
      },
    ],
  },
  '/install-config/:tab?': {
    title: t('installConfigTitle'),
    lines: [
      t('installConfigStart'),
      t('installConfigRules'),
      t('installConfigPicture'),
      t('installConfigSecrets'),
      t('installConfigManifests'),
      t('installConfigCloud'),
      t('installConfigDay2'),
    ],
    commands: [
      { command: 'airlock install-config validate FILE', about: t('installConfigValidateCommand') },
      {
        command: 'airlock install-config manifests FILE --to DIR',
        about: t('installConfigManifestsCommand'),
      },
      {
        command: 'airlock install-config manifests FILE --user-provisioned --to DIR',
        about: t('installConfigUserCommand'),
      },
      { command: 'airlock install-config from-mirror FILE -o OUT', about: t('installConfigMirrorCommand') },
      {
        command: 'airlock release extract --tools --iso --from docker://HOST/PATH',
        about: t('installConfigToolsCommand'),
      },
      { command: 'airlock release boot-images --from file://DIR', about: t('installConfigImagesCommand') },
      { command: 'airlock cloud-config convert FILE', about: t('installConfigCloudCommand') },
      {
        command: 'airlock install-config day2 --objects FILE --to DIR',
        about: t('installConfigDay2Command'),
      },
    ],
  },
  '/registry-content': {
    title: t('contentTitle'),
    lines: [
      t('contentRead'),
      t('contentShared'),
      t('contentDrift'),
      t('contentCompare'),
      t('contentDelete'),
      t('contentExport'),
    ],
    commands: [
      { command: 'airlock registry inventory docker://HOST/PATH', about: t('contentCommand') },
      {
        command: 'airlock registry compare inventory.json docker://HOST/PATH',
        about: t('contentCompareCommand'),
      },
      { command: 'airlock transfers rebuild file://DIR --from FILE', about: t('contentRebuildCommand') },
    ],
  },
  '/schedules': {
    title: t('schedulesTitle'),
    lines: [t('schedulesStart'), t('schedulesNew'), t('schedulesQueue'), t('schedulesProcess')],
    commands: [
      { command: 'airlock schedule list file://DIR', about: t('schedulesListCommand') },
      { command: 'airlock schedule run file://DIR', about: t('schedulesRunCommand') },
    ],
  },
  '/history': {
    title: t('historyTitle'),
    lines: [t('historyRecords'), t('historyCompare'), t('historyOrder'), t('historySecrets')],
    commands: [
      { command: 'airlock runs list file://DIR', about: t('historyListCommand') },
      { command: 'airlock runs show', about: t('historyShowCommand') },
    ],
  },
  '/history/compare': {
    title: t('compareTitle'),
    lines: [t('compareText'), t('compareConfigurations')],
    commands: [{ command: 'airlock runs show', about: t('compareCommand') }],
  },
  '/history/:sequence': {
    title: t('recordTitle'),
    lines: [t('recordText'), t('recordExport'), t('recordReplay'), t('recordRollback'), t('recordOverrides')],
    commands: [
      { command: 'airlock runs show', about: t('recordShowCommand') },
      { command: 'airlock runs replay', about: t('recordReplayCommand') },
      { command: 'airlock runs rollback', about: t('recordRollbackCommand') },
    ],
  },
  '/settings/:section?': {
    title: t('settingsTitle'),
    lines: [
      t('settingsTest'),
      t('settingsProbe'),
      t('settingsDoctor'),
      t('settingsCredentials'),
      t('settingsCa'),
      t('settingsProxy'),
      t('settingsDefaults'),
      t('settingsDiagnostics'),
    ],
    commands: [
      { command: 'podman login registry.redhat.io', about: t('settingsAuthFileCommand') },
      { command: 'airlock doctor -c isc.yaml', about: t('settingsDoctorCommand') },
      { command: 'airlock doctor docker://HOST[/PATH]', about: t('settingsProbeCommand') },
    ],
  },
  '/docs/*': {
    title: t('docsTitle'),
    lines: [t('docsPages'), t('docsSearch'), t('docsLinks')],
    commands: [{ command: 'airlock --help', about: t('docsCommand') }],
  },
  '/practice': {
    title: t('practiceTitle'),
    lines: [t('practiceText'), t('practiceSteps'), t('practiceStop')],
    commands: [
      { command: 'airlock practice', about: t('practiceCommand') },
      { command: 'airlock practice up', about: t('practiceUpCommand') },
    ],
  },
};
