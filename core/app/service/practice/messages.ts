import { translator } from '../../../base/messages/translator.ts';

/** Texts of the practice world as the app runs it. */
export const t = translator({
  runInProgress: 'a run is in progress in the practice world',
  runInProgressRemedy: 'Wait for it to finish, or stop it first.',
  portsInUse: 'no three consecutive ports are free on 127.0.0.1',
  portsInUseRemedy: 'Stop programs that listen on many ports.',
  servedElsewhere: 'the practice world is served by another Airlock (process {pid})',
  servedElsewhereRemedy: 'Stop it there.',
});
