import { isRecord, type JsonRecord, ownOf } from '#contract/core/loose-json.ts'
import { readSize } from '#contract/images/images-rules.ts'
import type { Dimensions } from '#media/dimensions.ts'
import { mediaKind } from '#media/media-type.ts'
import { isOpen } from '../../run/life/states.ts'
import type { MediaOutput } from '../../run/result.ts'
import type { Run } from '../../run/run.ts'
import { askedFor } from '../asked.ts'
import type { Asset, ResultFile } from './result-file.ts'

/** The slot of one picture of a run. Its index does not change while the run proceeds. */
export type Slot = { readonly place: number } & (
  | { readonly state: 'waiting' }
  /** A partial picture. If the run has ended, the last one received. */
  | { readonly state: 'preview'; readonly file: Asset; readonly ended: boolean }
  | { readonly state: 'done'; readonly file: Asset; readonly says?: string; readonly from?: 'elsewhere in the reply' }
  /** Only its URL is known; the bytes are not stored. */
  | { readonly state: 'elsewhere'; readonly url: string; readonly why: string; readonly says?: string }
  | { readonly state: 'missing'; readonly why: string }
)

const noAssets = 'No longer stored.'
const noImage = 'No image received.'

/** A place for every picture asked for or received; none for a run that ended without any. `assets` are undefined until they are read. */
export function slotsOf(run: Run, assets: readonly Asset[] | undefined): readonly Slot[] {
  const files = new Map((assets ?? []).filter(({ role }) => role === 'output').map((file) => [file.sha256, file]))
  // A picture takes precedence over other outputs of the same index.
  const inOrder = run.result.outputs.toSorted((a, b) => Number(a.kind === 'media') - Number(b.kind === 'media'))
  const outputs = new Map(inOrder.map((output) => [output.index, output]))
  const open = isOpen(run.status)
  const strays = open ? [] : straysOf(run, files)
  if (!open && strays.length === 0 && !run.result.outputs.some(({ kind }) => kind === 'media')) return []
  const asked = askedFor(run)
  const count = Math.max(asked, ...[...outputs.keys()].map((index) => index + 1))
  const slots = Array.from({ length: count }, (_, place): Slot => {
    const output = outputs.get(place)
    if (output?.kind === 'media') return { place, ...mediaSlot(output, files, open, assets === undefined) }
    if (open) return { place, state: 'waiting' }
    return { place, state: 'missing', why: output ? whyNone(output) : noImage }
  })
  return withStrays(slots, strays, asked)
}

/** Pictures received outside the expected outputs. They are shown too, since they were paid for. */
function straysOf({ result }: Run, files: ReadonlyMap<string, Asset>): readonly Asset[] {
  const placed = new Set(
    result.outputs.flatMap((output) => (output.kind === 'media' ? [output.sha256, ...(output.steps ?? [])] : [])),
  )
  return [...files.values()].filter(({ sha256, type }) => type.startsWith('image/') && !placed.has(sha256))
}

/** Assigns found pictures to the slots without a known output, then removes empty slots beyond the requested number. */
function withStrays(slots: readonly Slot[], strays: readonly Asset[], asked: number): readonly Slot[] {
  const left = [...strays]
  let surplus = slots.length - asked
  const drawn = (place: number, file: Asset): Slot => ({ place, state: 'done', file, from: 'elsewhere in the reply' })
  const filled = slots.flatMap((slot): readonly Slot[] => {
    if (slot.state !== 'missing' || slot.why !== noImage) return [slot]
    const stray = left.shift()
    if (stray) return [drawn(slot.place, stray)]
    surplus -= 1
    return surplus >= 0 ? [] : [slot]
  })
  return [...filled, ...left.map((file, at) => drawn(slots.length + at, file))]
}

type Found = Omit<Extract<Slot, { state: 'waiting' }>, 'place'> | DistributiveOmit<Slot, 'place'>
type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never

function mediaSlot(output: MediaOutput, files: ReadonlyMap<string, Asset>, open: boolean, reading: boolean): Found {
  const { sha256, url, says, trouble, partial } = output
  const file = sha256 === undefined ? undefined : files.get(sha256)
  const words = says === undefined ? {} : { says }
  if (file) {
    if (file.size === 0) return { state: 'missing', why: 'The image is empty (0 bytes).' }
    return partial ? { state: 'preview', file, ended: !open } : { state: 'done', file, ...words }
  }
  if (url !== undefined) return { state: 'elsewhere', url, why: trouble ?? 'Stored at another URL.', ...words }
  if (open || reading) return { state: 'waiting' }
  return { state: 'missing', why: trouble ?? noAssets }
}

/** An item without a picture at a picture's index: some routers report a moderation refusal this way. */
function whyNone(output: { readonly kind: string; readonly item?: unknown }): string {
  const { item } = output
  if (typeof item === 'string' && item !== '') return `Not an image: ${item.slice(0, 60)}`
  if (!isRecord(item)) return noImage
  const words = ['error', 'message', 'reason', 'finish_reason', 'revised_prompt'].flatMap((name) => {
    const value = ownOf(item, name)
    const said = isRecord(value) ? value.message : value
    return typeof said === 'string' && said !== '' ? [said.slice(0, 300)] : []
  })
  const { url } = item
  if (words.length === 0 && typeof url === 'string' && url !== '')
    return `Stored where this app cannot fetch it: ${url.slice(0, 300)}`
  return words[0] ?? noImage
}

export const drawnOf = (slots: readonly Slot[]): readonly ResultFile[] =>
  slots.flatMap((slot) => (slot.state === 'done' && mediaKind(slot.file.type) === 'image' ? [slot] : []))

/** Limit of the aspect ratio, so that a picture stays large enough to be seen. */
const flattest = 4

/** The size of a run's pictures: the requested one, else that of `like`; undefined where neither is known. */
export const slotSize = ({ size }: JsonRecord, like: Dimensions | undefined): Dimensions | undefined =>
  readSize(size) ?? like

/** Width divided by height of a run's slots, or 1. */
export function slotRatio(fields: JsonRecord, like: Dimensions | undefined): number {
  const known = slotSize(fields, like)
  if (!known) return 1
  return Math.min(flattest, Math.max(1 / flattest, known.width / known.height))
}
