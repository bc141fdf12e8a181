import * as z from 'zod/mini'
import { liftedFile } from '../../run/lifted-request.ts'
import { newId } from '../../run/new-id.ts'
import type { Run } from '../../run/run.ts'

/** A panel that can be opened with a run's request in its form: where it is, and the draft it finds there. */
interface EditDraft {
  /** The key of the panel's stored draft. */
  readonly key: string
  readonly href: string
  readonly draft: unknown
  /** The pictures that go with it, where the panel takes any: by their hashes, from this run. */
  readonly pictures?: { readonly run: string; readonly all: readonly SentPicture[] }
}

/** A picture of a message. */
export interface SentPicture {
  readonly sha256: string
  readonly detail: string | undefined
}

const Request = z.record(z.string(), z.unknown())
const Items = z.array(z.looseObject({ type: z.optional(z.string()), content: z.optional(z.unknown()) }))
const Parts = z.array(z.looseObject({ text: z.optional(z.string()) }))
type Part = z.infer<typeof Parts>[number]

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
    pictures: { run: run.id, all: picturesOf(run) },
  }
}

/** The parts of the messages that the person added; undefined where that is lost. */
function partsOf(run: Run): readonly Part[] | undefined {
  const turn = Items.safeParse(run.turn)
  if (!turn.success) return undefined
  return turn.data.flatMap((item) => (item.type === 'message' && Parts.safeParse(item.content).data) || [])
}

/** What the person had typed: the words of the run's own turn. */
function wordsOf(run: Run): string {
  const words = partsOf(run)?.filter(({ type }) => type !== 'input_image')
  return words?.map(({ text }) => text ?? '').join('\n') ?? run.title
}

function picturesOf(run: Run): readonly SentPicture[] {
  return (partsOf(run) ?? []).flatMap(({ image_url, detail }) => {
    const sha256 = liftedFile(image_url)
    return sha256 === undefined ? [] : [{ sha256, detail: typeof detail === 'string' ? detail : undefined }]
  })
}
