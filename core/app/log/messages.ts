import { translator } from '../../base/messages/translator.ts';

/** Texts of the log and of crash reports. */
export const t = translator({
  started: 'Started',
  logUnavailable: "The log {file} can't be written: {reason}. Airlock continues without it.",
  logFileRemedy: 'Check the directory and its permissions, or specify a different file with --log-file.',
  jobState:
    '{kind, select, run {Run} media {Export or import} cluster {Cluster job} serve {Served registry} other {{kind}}}: {status}',
  runEvent:
    '{type, select, run {Run started} phase {Phase started} plan {Plan} deliverable {Deliverable finished} retry {Request retried} wait {Waiting for a host} link {Concurrency changed} login {Login rejected} window {Transfer window changed} control {Request sent to the run} other {{type}}}',
  image:
    '{result, select, failed {Image failed} copied {Image copied} other {Image already present}}: {origin}',
  engineReady: 'The engine is ready',
  engineRestarting: 'The engine ended and restarts: {detail}',
  engineStopped: "The engine ended and isn't restarted: {detail}",
});
