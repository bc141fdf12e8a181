import * as z from 'zod/mini'
import { newId } from '../../run/new-id.ts'
import type { Run } from '../../run/run.ts'

/** A panel that can be opened with a run's request in its form: where it is, and the draft it finds there. */
interface EditDraft {
  /** The key of the panel's stored draft. */
  readonly key: string
  readonly href: string
  readonly draft: unknown
}

const Request = z.record(z.string(), z.unknown())
const Items = z.array(z.looseObject({ type: z.optional(z.string()), content: z.optional(z.unknown()) }))
const Parts = z.array(z.looseObject({ text: z.optional(z.string()) }))

/** The request as its panel's draft; undefined where no panel for it is there yet. */
export function editDraft(run: Run): EditDraft | undefined {
  const request = Request.safeParse(run.request)
  if (!request.success || run.parts !== undefined) return undefined
  if (run.endpoint === 'images.generations' && request.data.images === undefined)
    return { key: 'images.generate', href: '/images', draft: { request: request.data } }
  if (run.endpoint !== 'responses') return undefined
  const { input: _, messages: __, ...form } = request.data
  // A turn that follows another is edited as a branch beside it, the first of a conversation in a new one.
  const isBranch = run.thread !== undefined && run.parent !== undefined
  const thread = isBranch ? run.thread : newId()
  const place = { thread, ...(isBranch && { run: run.parent }) }
  const words = Object.entries(place).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return {
    key: 'chat',
    href: `/chat?${new URLSearchParams(words)}`,
    draft: { thread, text: wordsOf(run), request: form },
  }
}

/** What the person had typed: the words of the run's own turn. */
function wordsOf(run: Run): string {
  const turn = Items.safeParse(run.turn)
  if (!turn.success) return run.title
  return turn.data
    .flatMap((item) => {
      const parts = item.type === 'message' ? Parts.safeParse(item.content) : undefined
      return parts?.success ? parts.data.map((part) => part.text ?? '') : []
    })
    .join('\n')
}
