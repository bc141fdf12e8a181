import { jobOf } from '#contract/core/job.ts'
import { isRecord, jsonIn, percentDecoded, textOf } from '#contract/core/loose-json.ts'

/** A job's id in what a person pasted, with the base URL where the text names one. */
export interface PastedJob {
  readonly id: string
  readonly baseUrl?: string
}

/** Longer words are no ids. */
const longest = 2000

/**
 * Reads the id of a job from what is pasted: the id itself, a URL with `/videos/<id>` (also within a command), or the JSON of a reply.
 * Undefined where there is none.
 */
export function jobIn(pasted: string): PastedJob | undefined {
  const text = pasted.trim()
  const json = /^[[{]/.test(text) ? jsonIn(text) : undefined
  const job = Array.isArray(json) ? json[0] : json
  if (isRecord(job)) return found(jobOf(job).id ?? textOf(job.id))
  const [, baseUrl, part] = /(https?:\/\/[^\s"'<>]*?)?\/videos\/([^\s/?#"'<>]+)/.exec(text) ?? []
  if (part !== undefined) return found(percentDecoded(part), baseUrl)
  return found(text.replace(/^["'`]+|["'`,;]+$/g, ''))
}

function found(id: string | undefined, baseUrl?: string): PastedJob | undefined {
  if (id === undefined || id === '' || id.length > longest || /[\s{}<>"]/.test(id)) return undefined
  return { id, ...(baseUrl !== undefined && { baseUrl }) }
}
