import { isoTime, secondsOf, sentAt, titleOf } from './headline.ts'
import type { RunRecord } from './run-record.ts'

/** A number as it stands in `usage`, or nothing. */
function count({ run }: RunRecord, name: string): string {
  const value = run.usage?.[name]
  return typeof value === 'number' ? String(value) : ''
}

const columns: readonly (readonly [name: string, of: (record: RunRecord) => string])[] = [
  ['id', ({ run }) => run.id],
  ['time', (record) => isoTime(sentAt(record))],
  ['endpoint', ({ run }) => run.endpoint],
  ['model', ({ run }) => run.model],
  ['served model', ({ run }) => run.served?.model ?? ''],
  ['provider', ({ run }) => run.served?.provider ?? ''],
  ['status', ({ run }) => run.status],
  ['reason', ({ run }) => run.reason ?? ''],
  ['verdict', ({ run }) => run.verdict ?? ''],
  ['note', ({ run }) => run.note ?? ''],
  ['tags', ({ run }) => run.tags?.join(', ') ?? ''],
  ['seconds', (record) => secondsOf(record)?.toFixed(3) ?? ''],
  ['input tokens', (record) => count(record, 'input')],
  ['output tokens', (record) => count(record, 'output')],
  ['price', ({ run }) => run.price ?? ''],
  ['title', titleOf],
  ['output sha256', ({ assets }) => assets.flatMap((one) => (one.role === 'output' ? [one.sha256] : [])).join(' ')],
]

/**
 * A cell in quotes (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe before it, which spreadsheets show
 * as text; full-width signs too, which some read as the plain ones. Spaces before the sign do not help it.
 */
function cell(text: string): string {
  const safe = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""').replaceAll('\0', '')}"`
}

/**
 * A table of runs, one a line. It begins with a byte order mark: without one, Excel reads UTF-8 as the system's old encoding, and
 * everything else skips it.
 */
export function csv(records: readonly RunRecord[]): string {
  const lines = [
    columns.map(([name]) => cell(name)),
    ...records.map((record) => columns.map(([, of]) => cell(of(record)))),
  ]
  return `\uFEFF${lines.map((cells) => `${cells.join(',')}\r\n`).join('')}`
}
