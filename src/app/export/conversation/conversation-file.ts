import * as z from 'zod/mini'
import { decodeBase64, encodeBase64 } from '#media/base64.ts'
import { sha256Hex } from '#media/sha256.ts'
import {
  asset,
  type RecordedAsset,
  type RunRecord,
  recordedEvent,
  recordedRequest,
  recordedRun,
  replyHead,
} from '../../run/history/run-record-schema.ts'
import { answerText, readResult, type ToolCall } from '../../run/result.ts'
import { rest } from '../../run/slices.ts'
import { counted, grouped } from '../../ui/format.ts'
import { cleanRun, type FreshRuns, type Ids, withFreshIds } from '../bundle/fresh-ids.ts'
import { safeAsset } from '../bundle/read-bundle.ts'
import { ExportError } from '../export-error.ts'
import { keyCheck } from '../keys/scan-for-key.ts'
import { errorText, isoTime, plainRecord, saidBy, sentAt } from '../record/run-facts.ts'
import { FileParts, jsonPieces } from '../text/pieces.ts'
import { storedConversation } from './conversation-runs.ts'

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

/** A run as in a bundle, with the bytes of its files as base64. */
const StoredRun = z.object({
  run: recordedRun,
  sent: recordedRequest,
  reply: z.optional(replyHead),
  events: z.array(recordedEvent),
  result: z.unknown(),
  assets: z.array(z.object({ ...asset.shape, base64: z.string() })),
})

/** Writes runs as JSON for `readConversation`, files included. Throws an `ExportError` where it would contain a key. */
export async function writeConversation(records: AsyncIterable<RunRecord>, keys: readonly string[]): Promise<Blob> {
  const file = new FileParts()
  const check = keyCheck('the conversation', keys)
  await file.add(`{\n  "format": "${conversationFormat}",\n  "version": ${conversationVersion},\n  "runs": [`)
  let comma = '\n    '
  for await (const record of records) {
    const assets = await Promise.all(
      record.assets.map(async ({ blob, ...facts }) => {
        return { ...facts, base64: await encodeBase64(new Uint8Array(await blob.arrayBuffer())) }
      }),
    )
    await file.add(comma)
    for (const piece of jsonPieces({ ...plainRecord(record), assets }, 2, '    ')) await file.add(piece, check)
    comma = ',\n    '
  }
  await file.add('\n  ]\n}\n')
  return file.end('application/json')
}

function refuse(why: string): never {
  throw new ExportError(`The conversation was not imported: ${why}`)
}

/**
 * Reads the runs of a conversation's JSON. Nothing is executed or fetched; every file is compared with its size and hash. Runs that are damaged
 * or cut off are left out, and `problems` says on which lines they are; a file without a whole run throws an `ExportError`. Ids that are in
 * use, repeated or malformed are replaced; runs that are stored already are left out. Links between runs are kept as they are.
 */
export async function readConversation(
  json: Blob,
  ids: Ids,
): Promise<FreshRuns & { readonly problems: readonly string[] }> {
  if (json.size > longestConversation) refuse('the file is larger than 256 MB.')
  const stored = await storedConversation(json)
  const head =
    z.safeParse(ConversationHead, stored).data ?? refuse('this is not a conversation exported from Patchbay.')
  if (head.version > conversationVersion) refuse('it was exported by a newer version of Patchbay.')
  const records: RunRecord[] = []
  const damaged: { readonly line: number | undefined; readonly why: string }[] = []
  for await (const { run, line } of stored?.runs ?? []) {
    const record = await recordOf(run)
    if (typeof record === 'string') damaged.push({ line, why: record })
    else records.push(record)
    await rest()
  }
  const [first] = damaged
  if (records.length === 0 && first) refuse(first.why)
  const problems = [
    ...(stored?.isWhole ? [] : ['The file is cut off or damaged.']),
    ...(first ? [damagedWords(damaged)] : []),
  ]
  return { ...(await withFreshIds(records, ids)), problems }
}

/** Lines that are named. */
const mostLines = 5

function damagedWords(damaged: readonly { readonly line: number | undefined }[]): string {
  const lines = damaged.flatMap(({ line }) => line ?? [])
  const named = lines.slice(0, mostLines).map((line) => `line ${grouped(line)}`)
  const where = [...named, ...(lines.length > mostLines ? ['…'] : [])].join(', ')
  return `${counted(damaged.length, 'run')} could not be read${where && `: ${where}`}.`
}

/** A run with its files, or why it cannot be read. */
async function recordOf(stored: unknown): Promise<RunRecord | string> {
  const parsed = z.safeParse(StoredRun, stored)
  const result = readResult(parsed.data?.result)
  if (!parsed.success) return 'a part of it is missing or damaged.'
  if (result === undefined) return 'the result of a run is not valid.'
  const { run, sent, reply, events, assets } = parsed.data
  const read: RecordedAsset[] = []
  for (const { base64, ...facts } of assets) {
    const bytes = await decodeBase64(base64)
    if (bytes === undefined || bytes.length !== facts.size || sha256Hex(bytes) !== facts.sha256)
      return 'a file does not match its hash.'
    read.push(safeAsset(facts, new Blob([bytes])))
  }
  return { ...{ run: cleanRun(run), sent, events, assets: read, result }, ...(reply && { reply }) }
}

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

/** What is said by somebody; everything else is the result of a tool. */
const titles = new Map([
  ['user', 'You'],
  ['assistant', 'Assistant'],
])

function turnText(record: RunRecord): string {
  const { run, result } = record
  const said = Array.isArray(run.turn) ? run.turn.map(saidBy) : []
  const calls = result.outputs.filter((output) => output.kind === 'tool-call')
  const error = errorText(record)
  const parts = [
    ...said.map(({ who, text }) => {
      const title = titles.get(who)
      return title === undefined ? `## Tool result\n\n${fenced(text)}` : `## ${title}\n\n${text}`
    }),
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
