import { canonicalJson } from '#contract/core/canonical-json.ts'
import type { JsonRecord } from '#contract/core/loose-json.ts'
import type { NormalRequest } from '#contract/responses/input.ts'
import type { Conversation } from './conversation.ts'
import { inlineCode } from './quoting.ts'

/** Fields that are told in words of their own, or that must not change what is written. */
const toldElsewhere = new Set(['model', 'input', 'messages', 'instructions', 'tools', 'stream', 'stream_options'])

/** A Markdown table of what arrived: model, items, attachments, parameters and tools. `sent` is the request as it came. */
export function arrivalTable(sent: JsonRecord, request: NormalRequest, conversation: Conversation): string {
  const parameters = Object.entries(sent)
    .filter(([name, value]) => !toldElsewhere.has(name) && value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const rows: (readonly [string, string])[] = [
    ['Model', inlineCode(String(sent.model ?? ''))],
    ['Input', `${counts(conversation.items)}${sent.messages === undefined ? '' : ', sent as `messages`'}`],
    ['Attached', counts(conversation.attachments)],
    ['Parameters', parameters.map(([name, value]) => inlineCode(`${name}: ${canonicalJson(value)}`)).join(', ')],
    ['Tools', request.tools.map((tool) => inlineCode(toolName(tool))).join(', ')],
  ]
  const told = rows.filter(([, value]) => value !== '').map(([name, value]) => `| ${name} | ${value} |`)
  return ['| What | As it arrived |', '| :--- | :--- |', ...told].join('\n')
}

const toolName = (tool: JsonRecord) => String(tool.name ?? tool.type ?? 'unnamed')

const counts = (all: ReadonlyMap<string, number>) =>
  [...all].map(([word, count]) => `${count} ${inlineCode(word)}`).join(', ')
