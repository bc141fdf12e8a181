import { canonicalJson, type JsonRecord, nonBlankOf, ownOf, recordOf } from '#contract/core/loose-json.ts'
import { instructionsOf, type NormalRequest, toResponses } from '#contract/responses/input.ts'
import { documentOf, tokensAskedFor } from '../document/document.ts'
import { refusal } from '../refusal.ts'
import { isSchemaTooLarge, TimeLimit } from '../schema/basis.ts'
import { schemaValue } from '../schema/schema-value.ts'
import { seedOf } from '../seeded-random.ts'
import { type Asked, outputsText, replyText } from './answer-text.ts'
import { promptValues, suggesting } from './prompt-suggestions.ts'
import { conversationOf } from './read-conversation.ts'
import { type Sight, sightFacts, tokensOf } from './sights.ts'
import { estimateTokens } from './tokens.ts'
import { type Call, callsOf } from './tool-calls.ts'
import { refuseUnsupported, toolsOf } from './unsupported.ts'

export interface Plan {
  readonly items: readonly PlannedItem[]
  /** Estimated from the text of instructions, items and tools, the tokens of each image, and a flat number for other parts. */
  readonly inputTokens: number
}

const tokensOfAttachment = 85

/**
 * Plans the answer to a request. Deterministic, streamed or not, down to the ids of its items. Throws a `SandboxRefusal` that names the
 * field if the request cannot be served.
 */
export function planOf(sent: JsonRecord, sights: readonly Sight[] = []): Plan {
  const { stream: _, stream_options: __, ...lasting } = sent
  const request = toResponses(sent)
  refuseLargeSchemas(request, paramOfSchema(sent))
  const tools = toolsOf(request)
  refuseUnsupported(sent, request)
  const conversation = conversationOf(request)
  const asked: Asked = { sent, request, conversation, sights, seed: seedOf(canonicalJson(lasting)) }
  const calls = callsOf({ ...asked, plan: tools, limit: new TimeLimit() })
  const id = (prefix: string, at: number) => `${prefix}_${seedOf(`${asked.seed} ${prefix} ${at}`).slice(0, 32)}`
  const answer: PlannedItem[] =
    calls.length > 0
      ? calls.map((call, at) => ({
          ...call,
          id: id(call.kind === 'custom' ? 'ctc' : 'fc', at),
          callId: id('call', at),
        }))
      : [{ kind: 'message', id: id('msg', 0), text: textOf(asked) }]
  const outcome = calls.length > 0 ? `It calls ${calls.map(({ name }) => name).join(', ')}.` : 'It answers in text.'
  const parts = reasoningSteps(asked, outcome)
  return {
    items: parts.length > 0 ? [{ kind: 'reasoning', id: id('rs', 0), parts }, ...answer] : answer,
    inputTokens: inputTokensOf(asked),
  }
}

/** Checked first, since even hashing a large request for its seed would block the event loop. */
function refuseLargeSchemas({ tools, text }: NormalRequest, param: string): void {
  if (isSchemaTooLarge(tools)) throw refusal('The tools are too large for the sandbox.', 'tools')
  if (isSchemaTooLarge(text.format.schema)) throw refusal('The schema is too large for the sandbox.', param)
}

const paramOfSchema = (sent: JsonRecord) =>
  sent.response_format === undefined ? 'text.format.schema' : 'response_format.json_schema.schema'

function textOf(asked: Asked): Iterable<string> {
  const { type } = asked.request.text.format
  if (type === 'json_schema' || type === 'json_object') return [structuredText(asked, type)]
  if (asked.conversation.outputs.length > 0) return outputsText(asked)
  const tokens = tokensAskedFor(asked.conversation.gist)
  return tokens === undefined ? replyText(asked) : documentOf(tokens, asked.seed, asked.conversation.gist)
}

/** JSON for `text.format`: a value of the schema, or, for `json_object`, a summary of the request. */
function structuredText({ sent, request, conversation, sights, seed }: Asked, type: string): string {
  const { prompt, outputs } = conversation
  if (type === 'json_object') {
    const received = { model: sent.model, items: Object.fromEntries(conversation.items), prompt: prompt.slice(0, 600) }
    const tools = outputs.length > 0 ? { outputs: outputs.map(({ text }) => text.slice(0, 2000)) } : {}
    const pictures = sights.length > 0 ? { pictures: sightFacts(sights) } : {}
    return JSON.stringify({ note: 'Sandbox: synthetic output', received, ...pictures, ...tools }, undefined, 2)
  }
  const param = paramOfSchema(sent)
  const { schema } = request.text.format
  if (schema === undefined || schema === null) throw refusal(`${param} is missing.`, param)
  const values = promptValues(conversation)
  const suggestions = () => suggesting(values)
  const made = schemaValue(schema, { seed: `${seed} format`, limit: new TimeLimit(), suggestions })
  if (made.kind === 'value') return JSON.stringify(made.value, undefined, 2)
  throw refusal(`The sandbox could not generate JSON for this schema: ${made.why}.`, param)
}

function inputTokensOf({ request, conversation, sights }: Asked): number {
  const texts = [...instructionsOf(request).slice(0, request.instructions === undefined ? 0 : 1), conversation.text]
  const tools = request.tools.length > 0 ? [JSON.stringify(request.tools)] : []
  const attachments = [...conversation.attachments.values()].reduce((sum, count) => sum + count, 0)
  const pictures = sights.reduce((sum, sight) => sum + tokensOf(sight), 0)
  const others = Math.max(0, attachments - sights.length) * tokensOfAttachment
  return estimateTokens([...texts, ...tools].join('\n')) + pictures + others
}

export type PlannedItem =
  | { readonly kind: 'reasoning'; readonly id: string; readonly parts: readonly string[] }
  | { readonly kind: 'message'; readonly id: string; readonly text: Iterable<string> }
  | (Call & { readonly id: string; readonly callId: string })

const stepsByEffort: Readonly<Record<string, number>> = { minimal: 1, low: 2, medium: 3, high: 4, xhigh: 5, max: 6 }
const usual = 3

/** The number of reasoning steps: none without an effort, one more in pro mode. */
function reasoningLength(request: NormalRequest): number {
  const { effort, mode } = recordOf(request.reasoning)
  const pro = nonBlankOf(mode) === 'pro'
  const word = nonBlankOf(effort)
  if (!pro && (word === undefined || word === 'none')) return 0
  return (ownOf(stepsByEffort, word ?? 'medium') ?? usual) + (pro ? 1 : 0)
}

/** The reasoning summary: one part per step. It describes the rules and states that no model is thinking. */
function reasoningSteps({ request, conversation, seed }: Asked, outcome: string): readonly string[] {
  const { prompt, items, outputs } = conversation
  const count = [...items.values()].reduce((sum, one) => sum + one, 0)
  const said = outputs.length > 0 ? 'Tools have returned results' : 'No tool has returned a result'
  const counted = `${count === 1 ? 'one item' : `${count} items`}, and the last thing you said has about ${estimateTokens(prompt)} tokens`
  return [
    `**Reading the request**\n\nThe sandbox does not think; it follows rules. It counted ${counted}.`,
    `**Choosing a seed**\n\nThe seed is a hash of the request without its stream flag and begins with ${seed.slice(0, 8)}. Everything else follows from it, so the same request gets the same answer.`,
    `**Deciding what to write**\n\n${outcome} ${said} since your last message.`,
    `**Looking at the tools**\n\nTools available: ${request.tools.length}. Which of them is called depends on the words of your last message.`,
    '**Counting**\n\nTokens are estimated at four characters each, as there is no tokenizer. The usage marks the count as estimated.',
    '**Waiting a little**\n\nHigher effort only adds sentences like this one. A model would use the time to improve its answer.',
    '**One more round**\n\nPro mode was requested. The sandbox has no more thorough mode: it only adds this line.',
  ].slice(0, reasoningLength(request))
}
