import { z } from 'zod';
import { session } from '../../contract/topics/session.ts';
import { runRef } from '../../contract/topics/vocabulary.ts';

/** A request that changed what the engine knows of credentials, as it was asked; kept in the host's memory alone. */
export const credentialRequest = z.object({
  name: z.enum(['credentials.set', 'credentials.forget', 'credentials.importPullSecret']),
  input: z.unknown(),
});
export type CredentialRequest = z.infer<typeof credentialRequest>;

/** What the service needs to know of its host: `ServiceOptions` as it travels. */
export const engineOptions = z.object({
  host: z.object({
    env: z.record(z.string(), z.string().optional()),
    home: z.string(),
    tool: z.string(),
  }),
  carrier: z.enum(['desktop', 'browser']),
  configDirectory: z.string(),
  keyStore: z.object({ available: z.boolean(), reason: z.string().optional() }),
  nativeDialogs: z.boolean(),
});
export type EngineOptions = z.infer<typeof engineOptions>;

/** From the host to its engine. The first one is `start`. */
export const hostMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('start'),
    options: engineOptions,
    /** What was typed before, asked again before anything else. */
    credentials: z.array(credentialRequest),
    /** Runs of an engine that died. */
    resume: z.array(runRef),
  }),
  z.object({
    type: z.literal('request'),
    id: z.number().int(),
    name: z.string(),
    input: z.unknown(),
    session: session.optional(),
  }),
  z.object({ type: z.literal('cancel'), id: z.number().int() }),
  /** Pause own runs and end. */
  z.object({ type: z.literal('close') }),
]);
export type HostMessage = z.infer<typeof hostMessage>;

/** From an engine to its host; what `answer` and `event` hold is looked at by itself, so that a wrong one harms no other. */
export const engineMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('answer'), id: z.number().int(), answer: z.unknown() }),
  z.object({ type: z.literal('event'), event: z.unknown() }),
  /** The runs that were to be resumed, as their new records. */
  z.object({ type: z.literal('resumed'), runs: z.array(runRef) }),
]);
export type EngineMessage = z.infer<typeof engineMessage>;
