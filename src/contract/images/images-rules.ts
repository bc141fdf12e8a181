import { type JsonRecord, ownOf } from '../core/loose-json.ts'
import {
  type FieldRule,
  ownNames,
  type Refusal,
  type Rules,
  type RulesOf,
  streamField,
  unlistedFields,
} from '../core/rules.ts'
import type { ModelCard, Price } from '../models/model-card.ts'

type Request = JsonRecord

const only = (...values: string[]): FieldRule => ({ kind: 'only', values })

/** The words of §4.3, which both of the interface's image models take. */
const words: Rules['fields'] = {
  quality: only('auto', 'low', 'medium', 'high'),
  output_format: only('png', 'jpeg', 'webp'),
  background: only('auto', 'opaque', 'transparent'),
  moderation: only('auto', 'low'),
}

/** The interface's own image models (§4.3). For every other model the same values are suggestions. */
const ownModels = new Map<string, Rules['fields']>([
  ['gen-image-1.5', { size: only('1024x1024', '1024x1536', '1536x1024'), ...words }],
  ['gen-image-2', words],
])

const names = ownNames('size', 'quality', 'n', 'output_format', 'output_compression', 'background', 'moderation')

/** Compression applies to jpeg and webp only (§4.3, rule 2): with another format it is accepted, does nothing, and is not offered. */
const compressionField = (draft: Request | undefined): Rules['fields'] =>
  !draft || draft.output_format === 'jpeg' || draft.output_format === 'webp'
    ? {}
    : { output_compression: { kind: 'off', why: 'Compression applies to jpeg and webp.' } }

/** The first field whose value is not among those that its rule lists. Only texts and numbers are looked at: types are the schema's. */
function outsideOnly(model: string, fields: Rules['fields'], request: Request): Refusal | undefined {
  for (const [param, rule] of Object.entries(fields)) {
    const value = ownOf(request, param)
    if (rule.kind !== 'only' || (typeof value !== 'string' && typeof value !== 'number')) continue
    if (rule.values.map(String).includes(String(value))) continue
    return { param, message: `${model} accepts ${rule.values.join(', ')} as ${param}.` }
  }
  return undefined
}

function ownRefusal(model: string, { size, background, output_format }: Request): Refusal | undefined {
  const badSize = model === 'gen-image-2' && typeof size === 'string' && badFlexibleSize(size)
  if (badSize) return { param: 'size', message: badSize }
  if (background === 'transparent' && output_format === 'jpeg') {
    return { param: 'background', message: 'A transparent background requires png or webp as output_format.' }
  }
  return undefined
}

/** Edits and masks are named capabilities: a card that says a model has not got them refuses the images and the mask. */
function missingCapability(model: string, card: ModelCard | undefined, { images, mask }: Request): Refusal | undefined {
  const edits = Array.isArray(images) ? images.length > 0 : images !== undefined
  if (edits && card?.endpoints?.includes('images.edits') === false) {
    return { param: 'model', message: `${model} does not edit images: the router does not list images.edits for it.` }
  }
  if (mask !== undefined && card?.lacks?.includes('masks')) {
    return { param: 'model', message: `${model} does not accept masks: the router does not list masks for it.` }
  }
  return undefined
}

/** What an image model allows, for generations and edits alike (§4.3, §8). */
export const imagesRules: RulesOf = (model, card, draft) => {
  const own = ownModels.get(model)
  return {
    fields: { ...compressionField(draft), ...unlistedFields(card, names), ...streamField(card), ...own },
    check: (request) =>
      missingCapability(model, card, request) ??
      (own && (outsideOnly(model, own, request) ?? ownRefusal(model, request))),
  }
}

/** The edges in pixels of a size such as `1536x1024`; undefined for `auto` and whatever else is no size. */
export function readSize(size: unknown): { readonly width: number; readonly height: number } | undefined {
  const [, width = 0, height = 0] = (/^([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(String(size)) ?? []).map(Number)
  return width && height ? { width, height } : undefined
}

/** What `gen-image-2` draws: edges are multiples of `step`. The interface leaves the bounds open; the rulings set them. */
const flexible = { step: 16, maxEdge: 3840, maxRatio: 3, minPixels: 655_360, maxPixels: 8_294_400 } as const

/** The sizes that an image model draws: a list, or any within bounds. */
export type ImageSizes =
  | { readonly kind: 'listed'; readonly sizes: readonly { readonly width: number; readonly height: number }[] }
  | ({ readonly kind: 'free' } & typeof flexible)

/** The sizes that image models of most providers draw: of a model that is not ours nothing more is known. */
const usualSizes = ['1024x1024', '1024x1536', '1536x1024']

export function imageSizes(model: string): ImageSizes {
  if (model === 'gen-image-2') return { kind: 'free', ...flexible }
  const rule = ownModels.get(model)?.size
  const names = rule?.kind === 'only' ? rule.values : usualSizes
  return { kind: 'listed', sizes: names.flatMap((name) => readSize(name) ?? []) }
}

/** Why `gen-image-2` cannot draw a size; undefined where it can. */
export function badFlexibleSize(size: string): string | undefined {
  if (size === 'auto') return undefined
  const { width, height } = readSize(size) ?? {}
  const { step, maxEdge, maxRatio, minPixels, maxPixels } = flexible
  if (!width || !height) return 'Use WIDTHxHEIGHT, such as 1536x1024, or auto.'
  if (width % step !== 0 || height % step !== 0) return `Width and height must be multiples of ${step}.`
  if (Math.max(width, height) > maxEdge) return `Width and height must be at most ${maxEdge}.`
  if (Math.max(width, height) > maxRatio * Math.min(width, height))
    return `The aspect ratio must be at most ${maxRatio}:1.`
  const pixels = width * height
  if (pixels >= minPixels && pixels <= maxPixels) return undefined
  return 'The image must have 655,360 to 8,294,400 pixels.'
}

const tierOf = new Map<unknown, string>([
  ['low', 'L'],
  ['medium', 'M'],
  ['high', 'H'],
])

/** The figures of a label such as `10L, 25M, 50H per image`, by their tier's letter. */
const tiersOf = (label: string): ReadonlyMap<string, number> =>
  new Map([...label.matchAll(/(\d+(?:\.\d+)?)\s*([LMH])\b/g)].map(([, figure, tier = '']) => [tier, Number(figure)]))

/**
 * What `n` images cost by one variant: `2 images: 50 cauris, medium quality (tier M)`. L, M and H as qualities is our reading, so the
 * letter is said too; any other quality gives the range. Undefined without tiers.
 */
export function estimateImages(
  price: Price | undefined,
  { n: asked, quality }: JsonRecord,
  variant: string,
): string | undefined {
  const tiers = tiersOf(ownOf(price?.labels, variant) ?? '')
  if (tiers.size === 0) return undefined
  const n = typeof asked === 'number' ? asked : 1
  const tier = tierOf.get(quality)
  const figure = tier === undefined ? undefined : tiers.get(tier)
  const figures = figure === undefined ? [...tiers.values()] : [figure]
  const [low, high] = [n * Math.min(...figures), n * Math.max(...figures)]
  const amount = [low === high ? `${low}` : `${low} to ${high}`, price?.unit].filter(Boolean).join(' ')
  const reading = figure === undefined ? 'depending on quality' : `${quality} quality (tier ${tier})`
  return `${n} ${n === 1 ? 'image' : 'images'}: ${amount}, ${reading}`
}
