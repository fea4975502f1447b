import { translator } from '../../base/messages/translator.ts';

/** Texts about the engine process and requests to it. */
export const t = translator({
  endedBySignal: 'the engine was terminated by signal {signal}',
  endedWithCode: 'the engine exited with code {code}',
  notStarted: "the engine couldn't be started: {reason}",
  notRestarted: "the engine won't be restarted",
  closed: 'the engine was closed',
  engineLost: 'the request {request} got no response: {reason}',
  engineLostRemedy: 'Quit Airlock and start it again. Paused runs can be resumed.',
  engineStopped: '{reason} ({deaths} times within a minute)',
  messageInvalid: 'ignored an invalid message from the engine',
  eventInvalid: 'ignored an invalid event: {field}: {reason}',
  answerInvalid: 'the engine sent an invalid response to {request}',
  stopped: 'the request {request} was stopped on request',
  stoppedRemedy: 'Send the request again if you need it.',
  compileCacheIgnored: 'NODE_COMPILE_CACHE={path} is ignored: {reason}.',
  compileCacheUnused: 'Starting without a compile cache: {reason}.',
});
