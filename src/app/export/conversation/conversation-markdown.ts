import type { RunRecord } from '../../run/history/run-record-schema.ts'
import { answerText, type ToolCall } from '../../run/result.ts'
import { keyCheck } from '../keys/scan-for-key.ts'
import { saidBy } from '../record/asked-of.ts'
import { errorText, isoTime, sentAt } from '../record/run-facts.ts'
import { FileParts } from '../text/pieces.ts'

/** Writes one path through a conversation as Markdown: what was said, in order, without reasoning and parameters. */
export async function conversationMarkdown(
  title: string,
  records: AsyncIterable<RunRecord>,
  keys: readonly string[],
): Promise<Blob> {
  const file = new FileParts()
  const check = keyCheck('the conversation', keys)
  await file.add(`# ${title}\n`, check)
  for await (const record of records) await file.add(turnText(record), check)
  return file.end('text/markdown')
}

/** A message with its answer. */
function turnText(record: RunRecord): string {
  const { run, result } = record
  const said = Array.isArray(run.turn) ? run.turn.map(saidBy) : []
  const calls = result.outputs.filter((output) => output.kind === 'tool-call')
  const error = errorText(record)
  const parts = [
    ...said.map(({ who, text }) => (who === 'user' ? `## You\n\n${text}` : `## Tool result\n\n${fenced(text)}`)),
    `## Assistant\n\n*${run.model} · ${isoTime(sentAt(record)).slice(0, 16).replace('T', ' ')} UTC*`,
    answerText(result),
    ...calls.map((call: ToolCall) => `Tool call \`${call.name}\`:\n\n${fenced(call.arguments, 'json')}`),
    run.status === 'completed' ? '' : `*Ended as: ${[run.status, run.reason].filter(Boolean).join(', ')}*`,
    error && `> ${error.replaceAll('\n', '\n> ')}`,
  ]
  return parts
    .filter((part) => part !== '')
    .map((part) => `\n${part}\n`)
    .join('')
}

/** A code block whose fence is longer than any run of backticks in the text. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}\n${fence}`
}
