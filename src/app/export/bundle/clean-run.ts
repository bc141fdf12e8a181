import type { RecordedRun } from '../../run/history/record-schema.ts'
import { hasReplied } from '../../run/life/states.ts'

/** Marks of writing direction, and controls other than tab and line ends. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is the controls that are taken out.
const marks = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g

/** A text in one line of at most `most` characters, without controls and marks of writing direction. */
export const oneLine = (text: string, most: number) =>
  text.replace(marks, '').replace(/\s+/g, ' ').trim().slice(0, most).toWellFormed()

/**
 * A run from a bundle, safe to list: one-line texts are in one line, and a run that was open when it was exported counts as
 * interrupted, since no page here carries it.
 */
export function cleanRun(run: RecordedRun): RecordedRun {
  return {
    ...run,
    ...(!hasReplied(run.status) && { status: 'interrupted', reason: 'exported while open' }),
    title: oneLine(run.title, 300),
    model: oneLine(run.model, 300),
    endpoint: oneLine(run.endpoint, 100),
    connection: { ...run.connection, name: oneLine(run.connection.name, 100) },
    ...(run.name !== undefined && { name: oneLine(run.name, 300) }),
    ...(run.tags && { tags: [...new Set(run.tags.map((tag) => oneLine(tag, 100)))].filter((tag) => tag !== '') }),
  }
}
