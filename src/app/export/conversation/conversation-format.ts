import * as z from 'zod/mini'
import { asset, recordedEvent, recordedRequest, recordedRun, replyHead } from '../../run/history/run-record-schema.ts'

/** What a conversation's JSON says it is. */
export const conversationFormat = 'patchbay-conversation'

/** Incremented with every change that an older reader would misread. */
export const conversationVersion = 1

/** Longest file that is read, in bytes. */
export const longestConversation = 256 * 2 ** 20

/** Read first: decides whether this version can read the file. */
export const ConversationHead = z.object({
  format: z.literal(conversationFormat),
  version: z.int().check(z.gte(1)),
})

/** The runs of a conversation as in a bundle, with the bytes of their files as base64. */
export const ConversationFile = z.object({
  runs: z.array(
    z.object({
      run: recordedRun,
      sent: recordedRequest,
      reply: z.optional(replyHead),
      events: z.array(recordedEvent),
      result: z.unknown(),
      assets: z.array(z.object({ ...asset.shape, base64: z.string() })),
    }),
  ),
})
export type StoredRun = z.infer<typeof ConversationFile>['runs'][number]
