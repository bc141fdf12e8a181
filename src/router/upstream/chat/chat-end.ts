import { holdsError } from '#contract/core/errors.ts'
import { countOf, defined, isRecord, type JsonRecord, recordOf, textOf } from '#contract/core/loose-json.ts'
import type { ResponseObject } from '#contract/responses/response-object.ts'
import { badReply, RouterError } from '../../http/router-error.ts'
import type { Upstream } from '../upstream.ts'
import { redactedWords } from '../upstream-error.ts'

/** The provider itself reported a failure in a reply with status 200. The request may have been billed. */
export class ChatFailure extends RouterError {}

/** Statuses that a failure's own code may stand for; with others, 401 among them, the client would look for its own mistake. */
const ownStatuses = new Set([400, 402, 413, 422, 429])

/** A failure in the words of an error body, without our keys. */
export function failureOf(body: unknown, upstream: Upstream): ChatFailure {
  const { message = 'no reason was given.', code, type, param } = redactedWords(body, upstream) ?? {}
  const status = Number(code)
  const said = `${upstream.name}: ${message}`
  return new ChatFailure(ownStatuses.has(status) ? status : 502, code ?? 'provider_error', said, {
    retry: 'ask',
    stage: 'accepted',
    ...defined({ type, param }),
  })
}

/** The reply is nothing that can be read: it is cut, never ended. */
export const unreadable = ({ name }: Upstream, what: string): RouterError =>
  badReply('provider_reply_unreadable', `${name} ${what} The request may have been billed.`)

const failedReasons = new Set(['error', 'abort', 'network_error', 'insufficient_system_resource'])
const limitReasons = new Set(['length', 'max_tokens', 'model_length'])

/** The body of the failure that a chunk reports, if any: nested, flat, a text, beside its choice, or only a reason. */
export function errorIn(chunk: JsonRecord, choice: JsonRecord): unknown {
  if (isRecord(choice.error) || textOf(choice.error)) return { error: choice.error }
  if (holdsError(chunk) || (chunk.choices === undefined && (chunk.type === 'error' || textOf(chunk.message))))
    return chunk
  const reason = textOf(choice.finish_reason)
  return reason !== undefined && failedReasons.has(reason) ? `the answer ended with “${reason}”.` : undefined
}

/** How an answer ended: null for a whole one, or why it is incomplete; undefined where it has not ended. */
export function cutOf({ finish_reason }: JsonRecord): 'max_output_tokens' | 'content_filter' | null | undefined {
  const reason = textOf(finish_reason)
  if (reason === undefined) return undefined
  if (limitReasons.has(reason)) return 'max_output_tokens'
  return reason.startsWith('content_filter') || reason === 'sensitive' ? 'content_filter' : null
}

/**
 * Token counts in the names of the Responses convention, further ones such as a price as they came; null where they are unknown.
 * The convention requires their details: they are 0 where the server does not count them, as Ollama and llama.cpp say themselves.
 */
export function usageOf(usage: unknown): ResponseObject['usage'] {
  const { prompt_tokens, completion_tokens, total_tokens, prompt_tokens_details, completion_tokens_details, ...rest } =
    recordOf(usage)
  const input_tokens = countOf(prompt_tokens)
  const output_tokens = countOf(completion_tokens)
  if (input_tokens === undefined || output_tokens === undefined) return null
  const { cached_tokens, cache_write_tokens, ...input } = recordOf(prompt_tokens_details)
  const { reasoning_tokens, ...output } = recordOf(completion_tokens_details)
  return {
    ...rest,
    input_tokens,
    input_tokens_details: {
      ...input,
      cached_tokens: countOf(cached_tokens) ?? 0,
      cache_write_tokens: countOf(cache_write_tokens) ?? 0,
    },
    output_tokens,
    output_tokens_details: { ...output, reasoning_tokens: countOf(reasoning_tokens) ?? 0 },
    total_tokens: countOf(total_tokens) ?? input_tokens + output_tokens,
  }
}
