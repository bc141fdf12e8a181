import * as z from 'zod/mini'
import type { SharedDraft } from '../../export/link/share-link.ts'
import { marksIn } from '../../run/file-marks.ts'
import { newId } from '../../run/new-id.ts'
import type { Run } from '../../run/run.ts'
import { hrefOf, type Tool, toolOf } from '../tools.ts'

/** A request as the draft of its tool. Written under the tool's id, it is what the tool shows at `href`. */
export interface OpenedRequest {
  readonly tool: Tool
  readonly href: string
  readonly draft: unknown
  /** The draft lacks a part of the request: turns before the last one, or files that the tool keeps elsewhere. */
  readonly leavesOut: boolean
  /** The files of the message, by their hashes. They belong to the run, and are handed over beside the draft. */
  readonly pictures: readonly SentPicture[]
}

/** A file of a message, and how closely it was looked at. */
interface SentPicture {
  readonly sha256: string
  readonly detail: string | undefined
}

const Fields = z.record(z.string(), z.unknown())
type Fields = z.infer<typeof Fields>
const Items = z.array(
  z.looseObject({ type: z.optional(z.string()), role: z.optional(z.string()), content: z.optional(z.unknown()) }),
)
const Parts = z.array(z.looseObject({ type: z.optional(z.string()), text: z.optional(z.string()) }))
type Part = z.infer<typeof Parts>[number]

/** The request of a link as a draft, a conversation as a new one; undefined where no tool opens it. */
export function openShared(
  tools: readonly Tool[],
  shared: SharedDraft,
  thread: string = newId(),
): OpenedRequest | undefined {
  const { request } = shared
  const tool = toolOf(tools, shared)
  switch (tool?.opens ?? 'form') {
    case 'conversation': {
      const { text, leavesOut } = lastMessage(request.input ?? request.messages)
      return tool && conversation(tool, { thread }, request, { text, leavesOut })
    }
    case 'form':
      return tool && inForm(tool, request)
    case 'run':
      return undefined
  }
}

/** Whether the tool reads the stored run itself: by its entry, or for files; not where the request holds what the tool fills. */
export function opensFromRun(tool: Tool, { request, parts }: Run): boolean {
  if (tool.opens === 'run') return request !== undefined
  const read = Fields.safeParse(request)
  const hasFiles = parts !== undefined || marksIn(request).length > 0
  return tool.opens !== 'conversation' && hasFiles && read.success && !inForm(tool, read.data).leavesOut
}

/** The whole request of a stored run as a draft, else undefined. A later turn opens as a branch, the first as a new conversation. */
export function openRun(tools: readonly Tool[], run: Run): OpenedRequest | undefined {
  const tool = toolOf(tools, run)
  const request = Fields.safeParse(run.request)
  if (!tool || !request.success || run.parts !== undefined) return undefined
  switch (tool.opens ?? 'form') {
    case 'conversation': {
      const isBranch = run.thread !== undefined && run.parent !== undefined
      const place = { thread: isBranch ? run.thread : newId(), run: isBranch ? run.parent : undefined }
      const pictures = picturesOf(run)
      return conversation(tool, place, request.data, { text: typedIn(run), leavesOut: false, pictures })
    }
    case 'form': {
      const opened = inForm(tool, request.data)
      return opened.leavesOut ? undefined : opened
    }
    case 'run':
      return undefined
  }
}

function inForm(tool: Tool, request: Fields): OpenedRequest {
  const form = withoutFilled(tool, request)
  const leavesOut = Object.keys(form).length < Object.keys(request).length
  return { tool, href: hrefOf(tool), draft: { request: form }, leavesOut, pictures: [] }
}

function conversation(
  tool: Tool,
  place: { readonly thread: string | undefined; readonly run?: string | undefined },
  request: Fields,
  {
    text,
    leavesOut,
    pictures = [],
  }: Pick<OpenedRequest, 'leavesOut'> & { text: string; pictures?: readonly SentPicture[] },
): OpenedRequest {
  const draft = { thread: place.thread, text, request: withoutFilled(tool, request) }
  return { tool, href: hrefOf(tool, place), draft, leavesOut, pictures }
}

const withoutFilled = ({ fills = {} }: Tool, request: Fields): Fields =>
  Object.fromEntries(Object.entries(request).filter(([name]) => !Object.hasOwn(fills, name)))

function lastMessage(input: unknown): { readonly text: string; readonly leavesOut: boolean } {
  if (typeof input === 'string') return { text: input, leavesOut: false }
  const items = Items.safeParse(input)
  if (!items.success) return { text: '', leavesOut: false }
  const last = items.data.findLast(({ role }) => role === 'user')
  const text = typeof last?.content === 'string' ? last.content : textOf(Parts.safeParse(last?.content).data ?? [])
  return { text, leavesOut: items.data.some((item) => item !== last) }
}

const textOf = (parts: readonly Part[]) => parts.map(({ text = '' }) => text).join('\n')

/** The content parts of the last user message in a run's own turn; undefined where the turn is not stored. */
function partsOf({ turn }: Run): readonly Part[] | undefined {
  const items = Items.safeParse(turn)
  if (!items.success) return undefined
  const said = items.data.findLast(({ type, role }) => type === 'message' && role === 'user')
  return Parts.safeParse(said?.content).data ?? []
}

function typedIn(run: Run): string {
  const parts = partsOf(run)
  return parts ? textOf(parts.filter(({ text }) => text !== undefined)) : run.title
}

const picturesOf = (run: Run): readonly SentPicture[] =>
  (partsOf(run) ?? []).flatMap((part) =>
    marksIn(part).map((sha256) => ({ sha256, detail: typeof part.detail === 'string' ? part.detail : undefined })),
  )

const words = z.string().check(z.regex(/\S/))
/** A message of the chat, or the text of a request. */
const Typed = z.union([
  z.object({ text: words }),
  z.object({ request: z.union([z.object({ prompt: words }), z.object({ input: words })]) }),
])
const WithPictures = z.object({ pictures: z.number().check(z.gte(1)) })

/** Whether replacing a tool's kept draft would lose something that was typed, or, where they are replaced too, the pictures with it. */
export const hasUnsent = (draft: unknown, pictures: 'kept' | 'replaced'): boolean =>
  Typed.safeParse(draft).success || (pictures === 'replaced' && WithPictures.safeParse(draft).success)
