import * as z from 'zod/mini'

/** Whether the same request may be sent again: without harm, only after asking (it may be billed twice), or to no use. */
const Retry = z.enum(['safe', 'ask', 'no'])

/** How far a request came: nothing reached a provider, it was sent and the outcome is unknown, a provider took it. */
const Stage = z.enum(['not_sent', 'sent', 'accepted'])

/** The body of every refusal and failure of our router. The interface shows none (§7). Other routers send other shapes. */
export const ErrorBody = z.looseObject({
  error: z.looseObject({
    message: z.string(),
    /** The class of the error, such as `invalid_request_error`. */
    type: z.string(),
    param: z.nullable(z.string()),
    /** The error's own word, such as `model_not_found`. */
    code: z.nullable(z.string()),
    /** The same as the answer's `x-request-id`. */
    request_id: z.string(),
    retry: Retry,
    stage: Stage,
  }),
})
export type ErrorBody = z.infer<typeof ErrorBody>
