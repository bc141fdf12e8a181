import { type JsonRecord, listOf, recordOf, stringOf, textOf } from '#contract/core/loose-json.ts'
import { leftOutTools } from '#contract/responses/callable-tools.ts'
import { toResponses } from '#contract/responses/input.ts'
import { badRequest, RouterError } from '../http/router-error.ts'
import type { Items, KeptReplies, ProviderRequest } from '../provider.ts'

/** Keeps a whole response; to be awaited before its end is sent, since the next request may follow at once. Never rejects. */
export type Keep = (response: JsonRecord) => Promise<void>

const notKept =
  'Replies are kept for 24 hours, until a restart or until newer ones need the room; with store: false not at all.'

/** The id of an item that is named by it alone. The type may be left out. */
function referenceIn({ type, id, ...rest }: JsonRecord): string | undefined {
  if (type === 'item_reference') return stringOf(id)
  return !type && Object.keys(rest).length === 0 ? textOf(id) : undefined
}

async function earlierItems(
  { previous_response_id: id }: JsonRecord,
  replies: KeptReplies | undefined,
): Promise<Items> {
  if (typeof id !== 'string' || id === '') return []
  const items = await replies?.find(id)
  if (items) return items
  throw badRequest(
    `previous_response_id: no reply with the ID ${JSON.stringify(id)} is kept. ${notKept} Send the conversation as input.`,
    {
      param: 'previous_response_id',
      code: 'previous_response_not_found',
    },
  )
}

async function withoutReferences(items: Items, replies: KeptReplies | undefined): Promise<Items> {
  const seen = new Map<string, Items | undefined>()
  async function itemOf(id: string): Promise<JsonRecord | undefined> {
    const holder = await replies?.holderOf(id)
    if (holder === undefined) return undefined
    if (!seen.has(holder)) seen.set(holder, await replies?.find(holder))
    return seen.get(holder)?.find((item) => item.id === id)
  }
  const resolved: JsonRecord[] = []
  for (const [at, item] of items.entries()) {
    const id = referenceIn(item)
    const found = id === undefined ? item : await itemOf(id)
    if (!found) {
      const param = `input[${at}]`
      const message = `${param}: no item with the ID ${JSON.stringify(id)} is kept. ${notKept} Send the item itself.`
      throw badRequest(message, { param, code: 'item_not_found' })
    }
    resolved.push(found)
  }
  return resolved
}

interface Whole {
  readonly body: JsonRecord
  /** How many items stand before those that were sent. */
  readonly earlier: number
}

/** A body that refers to nothing. The same one where it did not before. */
async function wholeBody(body: JsonRecord, replies: KeptReplies | undefined): Promise<Whole> {
  const before = await earlierItems(body, replies)
  const sent = listOf(body.input).map(recordOf)
  const refers = sent.some((item) => referenceIn(item) !== undefined)
  if (before.length === 0 && !refers) return { body, earlier: 0 }
  const { messages: _, ...rest } = body
  const own = refers ? await withoutReferences(sent, replies) : toResponses(body).input
  return { body: { ...rest, input: [...before, ...own] }, earlier: before.length }
}

/** A refusal that names an item of the request by its place in what was sent. */
function atSentPlace(thrown: unknown, earlier: number): unknown {
  const param = thrown instanceof RouterError ? thrown.facts.param : undefined
  const [place, index] = /^input\[(\d+)\]/.exec(param ?? '') ?? []
  if (!(thrown instanceof RouterError) || !param || !place || earlier === 0) return thrown
  const at = Number(index) - earlier
  const named = at < 0 ? 'previous_response_id' : param.replace(place, `input[${at}]`)
  const { status, code, message, facts } = thrown
  return new RouterError(status, code, message.replaceAll(param, named), { ...facts, param: named })
}

/**
 * Answers a `POST /responses` at a provider that keeps no replies and runs no tools: `answer` gets the request with the items that it
 * refers to, and what keeps its reply, undefined with `store: false`. A 400 names what is not kept any more.
 */
export async function withEarlierItems(
  request: ProviderRequest,
  answer: (request: ProviderRequest, keep: Keep | undefined) => Promise<Response>,
): Promise<Response> {
  const { replies } = request
  const { body, earlier } = await wholeBody(request.body, replies)
  request.leaveOut?.(leftOutTools(body))
  const keep = async ({ id, output }: JsonRecord) =>
    replies?.keep(stringOf(id), [...toResponses(body).input, ...listOf(output).map(recordOf)])
  try {
    return await answer({ ...request, body }, replies && body.store !== false ? keep : undefined)
  } catch (thrown) {
    throw atSentPlace(thrown, earlier)
  }
}
