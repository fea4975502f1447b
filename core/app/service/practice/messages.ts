import { translator } from '../../../base/messages/translator.ts';

/** Texts of the practice world as the app runs it. */
export const t = translator({
  runInProgress: 'a practice run is in progress',
  runInProgressRemedy: 'Wait for the run to finish, or stop it first.',
  portsInUse: 'no three consecutive ports are free on the loopback address',
  portsInUseRemedy: 'Stop programs that use many ports.',
  servedElsewhere: 'another Airlock process ({pid}) already serves the practice registries',
  servedElsewhereRemedy: 'Stop the practice registries from the process that started them.',

  // comments in the configuration
  contentComment: 'Three small releases from the practice environment and a few additional images.',
  stepsComment: 'Fetch downloads the content on the connected side. Push uploads it to the mirror registry.',
});
