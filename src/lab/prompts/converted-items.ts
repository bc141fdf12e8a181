import { type JsonRecord, listOf, recordOf, stringOf, textOrJson } from '#contract/core/loose-json.ts'
import { chatItems } from '#contract/responses/input.ts'

/** An item that a router makes of a message of the older chat format, and what changed on the way. */
export interface ConvertedItem {
  readonly role: string
  readonly kind: string
  readonly words: string
  readonly change: string
}

/** The items that `messages` become, in the order of the messages. */
export const convertedItems = (messages: unknown): readonly ConvertedItem[] =>
  listOf(messages).flatMap((one) => {
    const message = recordOf(one)
    return chatItems(message).map((item) => ({
      role: stringOf(item.role),
      kind: stringOf(item.type) || 'message',
      words: wordsIn(item),
      change: changeOf(message, item),
    }))
  })

const wordsIn = ({ content, output, name, arguments: given, input }: JsonRecord) =>
  content === undefined && output === undefined
    ? `${stringOf(name)}(${textOrJson(given ?? input)})`
    : [content ?? output]
        .flat()
        .map((part) => (typeof part === 'string' ? part : stringOf(recordOf(part).text)))
        .join(' ')

function changeOf({ role, content }: JsonRecord, item: JsonRecord): string {
  if (role === 'system' || role === 'developer') return 'acts as instructions'
  if (role === 'tool') return 'tool message → function_call_output'
  if (item.role === undefined) return 'tool_calls → function_call'
  const before =
    typeof content === 'string' ? ['text'] : listOf(content).map((part) => stringOf(recordOf(part).type) || 'text')
  const after = listOf(item.content).map((part) => stringOf(recordOf(part).type))
  const pairs = after.flatMap((type, at) => (before[at] === type ? [] : [`${before[at] ?? 'text'} → ${type}`]))
  return [...new Set(pairs)].join(', ')
}
