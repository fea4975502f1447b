import { z } from 'zod';

/**
 * What a session may do. `operator`: everything; `approver`: see everything and approve plans; `reader`: see everything.
 */
export const SESSION_ROLES = ['operator', 'approver', 'reader'] as const;
export type SessionRole = (typeof SESSION_ROLES)[number];

/** The owner of the token that opened a session. Requests and records use this name. */
export const session = z.object({ role: z.enum(SESSION_ROLES), name: z.string().max(200) });
export type Session = z.infer<typeof session>;
