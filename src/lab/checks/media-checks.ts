import { extensionOf } from '#media/media-type.ts'
import type { CellFacts, MediaFacts } from '../cell-facts.ts'
import { sumPrices } from '../sum-prices.ts'
import type { Check } from './check.ts'
import { type CheckType, type Finding, figure, Unable, within } from './check-type.ts'

/** The kinds of files that a check looks at, by what a result without any lacks. */
const kindsOf = {
  ...{ image: ['image'], sound: ['audio', 'video'], 'sound or video': ['audio', 'video'] },
  file: ['image', 'audio', 'video', 'other'],
} as const satisfies Record<string, readonly MediaFacts['kind'][]>
type Noun = keyof typeof kindsOf

const names = { image: 'image', audio: 'sound', video: 'video', other: 'file' } as const

/** Looks at each file of some kinds. `name`: what the file is called at the beginning of a sentence. */
function eachFile(noun: Noun, find: (file: MediaFacts, check: Check, name: string) => Finding) {
  const kinds: readonly string[] = kindsOf[noun]
  return (check: Check, { media }: CellFacts): readonly Finding[] => {
    const files = media.filter(({ kind }) => kinds.includes(kind))
    if (files.length === 0) throw new Unable(`The result has no ${noun}.`)
    return files.map((file, at) => {
      const name = names[file.kind]
      return find(file, check, files.length > 1 ? `Result ${at + 1}` : `The ${name}`)
    })
  }
}

function known<Fact>(fact: Fact | undefined, what: string): Fact {
  if (fact === undefined) throw new Unable(`${what} could not be read.`)
  return fact
}

/** What a figure counts, in a sentence with `#` in its place: `lasts # s`. */
const unitIn = (says: string) => says.split('# ')[1] ?? ''

/** A figure of each file that has to lie between bounds. */
const measured = (
  title: string,
  noun: Noun,
  says: string,
  name: 'seconds' | 'rate' | 'peak' | 'silence' | 'bytes',
): CheckType => ({
  ...{ title, group: 'Sound and video', bounds: ['min', 'max'], unit: unitIn(says) },
  find: eachFile(noun, (file, check, subject) => {
    const value = known(file[name], `“${title}”`)
    return within(check, value, `${subject} ${says.replace('#', figure(value))}`)
  }),
})

/** A figure of the whole cell that has to lie between bounds. */
const spent = (
  title: string,
  says: string,
  missing: string,
  name: 'seconds' | 'firstToken' | 'outputTokens',
): CheckType => ({
  ...{ title, group: 'Cost and time', bounds: ['min', 'max'], unit: unitIn(says) },
  find(check, { [name]: value }) {
    if (value === undefined) throw new Unable(missing)
    return within(check, value, says.replace('#', figure(value)))
  },
})

/** `image/jpeg`, `JPG` and `jpeg` are one format. */
function formatIn(value: unknown): string {
  const name = String(value)
    .toLowerCase()
    .replace(/^image\//, '')
  return name === 'jpeg' ? 'jpg' : name
}

const sizeIn = (value: unknown) => /^\s*(\d+)\s*[x×]\s*(\d+)\s*$/i.exec(String(value))
const ratioIn = (value: unknown) => {
  const [, across, down = '1'] = /^\s*(\d+(?:\.\d+)?)(?:\s*[:/]\s*(\d+(?:\.\d+)?))?\s*$/.exec(String(value)) ?? []
  const ratio = Number(across) / Number(down)
  return ratio > 0 && Number.isFinite(ratio) ? ratio : undefined
}

const pixels = ({ width, height }: MediaFacts) =>
  known(width !== undefined && height !== undefined ? ([width, height] as const) : undefined, 'The size of the image')

/** The amount of a price, where it is one plain amount of one unit. */
function amountOf({ price }: CellFacts): number | undefined {
  if (price === 'free') return 0
  const amounts = [...sumPrices(price === undefined ? [] : [price]).amounts.values()]
  return amounts.length === 1 ? amounts[0] : undefined
}

export const mediaChecks = {
  'image-format': {
    ...{ title: 'Image format', group: 'Image', value: 'text', valueTitle: 'png, jpeg, webp …' },
    find: eachFile('image', ({ type }, { value }, name) => ({
      fits: extensionOf(type) === formatIn(value),
      seen: `${name} is ${type}.`,
    })),
  },
  'image-size': {
    ...{ title: 'Image size', group: 'Image', value: 'text', valueTitle: 'Width x height: 1024x1024' },
    problem: (value) => (sizeIn(value) ? undefined : 'Write the size as 1024x1024.'),
    find: eachFile('image', (file, { value }, name) => {
      const [width, height] = pixels(file)
      const [, across, down] = sizeIn(value) ?? []
      return {
        fits: width === Number(across) && height === Number(down),
        seen: `${name} has ${width}x${height} pixels.`,
      }
    }),
  },
  /** Within 1 %, since sizes are multiples of some number of pixels. */
  'image-ratio': {
    ...{ title: 'Aspect ratio', group: 'Image', value: 'text', valueTitle: 'Width to height: 16:9' },
    problem: (value) => (ratioIn(value) ? undefined : 'Write the ratio as 16:9.'),
    find: eachFile('image', (file, { value }, name) => {
      const [width, height] = pixels(file)
      const fits = Math.abs(width / height / (ratioIn(value) ?? 0) - 1) <= 0.01
      return { fits, seen: `${name} has ${width}x${height} pixels, a ratio of ${(width / height).toFixed(3)}.` }
    }),
  },
  'image-alpha': {
    ...{ title: 'Has an alpha channel', group: 'Image' },
    find: eachFile('image', (file, _, name) => {
      const fits = known(file.alpha, 'Whether the image has an alpha channel')
      return { fits, seen: `${name} has ${fits ? 'an' : 'no'} alpha channel.` }
    }),
  },
  duration: measured('Duration', 'sound or video', 'lasts # s', 'seconds'),
  'sample-rate': measured('Sample rate', 'sound', 'has # Hz', 'rate'),
  peak: measured('Peak level', 'sound', 'peaks at # dBFS', 'peak'),
  silence: { ...measured('Silence', 'sound', 'is silent for # of the time', 'silence'), bounds: ['max'] },
  'file-size': measured('Size of any file', 'file', 'has # bytes', 'bytes'),
  latency: spent('Time taken', 'It took # s', 'The time was not recorded.', 'seconds'),
  'first-token': spent(
    'Time to first token',
    'The first token came after # s',
    'No first token was recorded.',
    'firstToken',
  ),
  'output-tokens': spent(
    'Output tokens',
    'The reply has # tokens',
    'The reply does not report tokens.',
    'outputTokens',
  ),
  /** In the unit of the price, which may differ between models. */
  price: {
    ...{ title: 'Price', group: 'Cost and time', bounds: ['min', 'max'], unit: 'in the price’s unit' },
    find(check, facts) {
      const amount = amountOf(facts)
      if (amount === undefined) throw new Unable('The price of this cell is not stated as an amount.')
      return within(check, amount, `The price is ${facts.price}`)
    },
  },
} as const satisfies Readonly<Record<string, CheckType>>
