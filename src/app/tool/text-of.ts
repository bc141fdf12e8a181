import { isRecord } from '#contract/core/loose-json.ts'
import type { Run } from '../run/run.ts'

/** The fields that hold what the person wrote; an endpoint has one of them. */
const fields = ['prompt', 'input', 'text'] as const

/** The field of a request that holds what the person wrote; `prompt` where it has none. */
export const textField = (request: unknown): (typeof fields)[number] =>
  (isRecord(request) && fields.find((name) => typeof request[name] === 'string')) || 'prompt'

/** The text that the user wrote in a request; empty if none. */
export function writtenIn(request: unknown): string {
  const text = isRecord(request) ? request[textField(request)] : undefined
  return typeof text === 'string' ? text : ''
}

/** The same in one line of at most 80 characters, as a run's title; `without` where nothing was written. */
export const titleOf = (request: unknown, without: string): string =>
  writtenIn(request).trim().replace(/\s+/g, ' ').slice(0, 80) || without

/** The full prompt of a run; its title if the request is lost. */
export const promptOf = ({ request, title }: Pick<Run, 'request' | 'title'>): string => {
  const text = writtenIn(request)
  return text.trim() === '' ? title : text
}
