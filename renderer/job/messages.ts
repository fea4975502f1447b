import { translator } from '../../core/contract/documents/messages.ts';

/** Texts of the running jobs in the masthead. */
export const t = translator({
  jobFollowTip: 'Show the progress of {job}',
  jobCount: '{jobs, plural, one {# job} other {# jobs}}',
  jobCountLabel: '{jobs, plural, one {# job} other {# jobs}} running',
  jobsLabel: 'Running jobs',
  exportJob: 'Export of {transfer}',
  importJob: 'Import into {folder}',
  serveJob: 'Registry {registry}',
  jobServing: 'serving',
  jobCollecting: 'collecting images',
  jobRunning: 'running',
  jobWaiting: 'waiting for a drive',
  jobBacksOff: 'waiting',
  jobPausing: 'pausing',
  jobStopping: 'stopping',
});
