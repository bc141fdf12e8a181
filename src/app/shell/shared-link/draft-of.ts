import * as z from 'zod/mini'
import type { SharedDraft } from '../../export/shared-draft.ts'
import type { ChatDraft } from '../../panels/chat/chat-draft.ts'
import type { GenerateDraft } from '../../panels/images/generate/generate-request.ts'

/** A shared request as its panel's draft, and where that panel is. */
interface PanelDraft {
  /** The key of the panel's stored draft. */
  readonly key: string
  readonly href: string
  readonly draft: ChatDraft | GenerateDraft
  /** There is more in it than a draft can hold: turns before the last one, pictures. */
  readonly leavesOut: boolean
}

const Items = z.array(z.looseObject({ role: z.optional(z.string()), content: z.optional(z.unknown()) }))
const Parts = z.array(z.looseObject({ text: z.optional(z.string()) }))

/** The draft that a link fills in; undefined where no panel for its route is there yet. */
export function draftOf({ endpoint, request }: SharedDraft, thread: string): PanelDraft | undefined {
  if (endpoint === 'images.generations') {
    const { images, mask, ...form } = request
    const leavesOut = images !== undefined || mask !== undefined
    return { key: 'images.generate', href: '/images', draft: { request: form }, leavesOut }
  }
  if (endpoint !== 'responses') return undefined
  const { input, messages, ...form } = request
  const { text, leavesOut } = wordsOf(input ?? messages)
  return {
    key: 'chat',
    href: `/chat?${new URLSearchParams({ thread })}`,
    draft: { thread, text, request: form },
    leavesOut,
  }
}

/** What the person of the conversation said last. */
function wordsOf(input: unknown): { readonly text: string; readonly leavesOut: boolean } {
  if (typeof input === 'string') return { text: input, leavesOut: false }
  const items = Items.safeParse(input)
  if (!items.success) return { text: '', leavesOut: false }
  const last = items.data.findLast(({ role }) => role === 'user')
  return { text: textOf(last?.content), leavesOut: items.data.some((item) => item !== last) }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  const parts = Parts.safeParse(content)
  return parts.success ? parts.data.map(({ text = '' }) => text).join('\n') : ''
}
