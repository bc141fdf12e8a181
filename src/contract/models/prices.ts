import { type JsonRecord, ownOf } from '../core/loose-json.ts'
import type { ModelCard, Price } from './model-card.ts'

/** What people read where a router gives no price. It is never 0. */
export const priceNotStated = 'price not stated'

export interface PriceLine {
  /** `api`, `agent`, or what another router calls it. */
  readonly variant: string
  /** `60 cauris (unit unknown)`, `$2.50 per million tokens`, `free` */
  readonly text: string
}

/** Every variant of a price; none where there is no price: say `priceNotStated` then. */
export const priceLines = (price: Price | undefined): PriceLine[] =>
  Object.entries(price?.labels ?? {}).map(([name, figure]) => {
    const [, what, measure] = /^(.*)_cost_per_(.+)$/.exec(name) ?? []
    return { variant: what ?? name, text: wordsFor(figure, price?.unit, measure ?? measureOf(name, price)) }
  })

/** The lines in one: those that name the price of a text's tokens where there are such, else all that cost something. */
export function priceInOneLine(lines: readonly PriceLine[]): string | undefined {
  const tokens = lines.filter(({ variant }) => perToken.has(variant))
  const told = tokens.length > 1 ? tokens : lines
  const costly = told.filter(({ text }) => text !== 'free')
  const [first] = told
  if (told.every(({ text }) => text === first?.text)) return first?.text
  const isOneUnit = costly.every(({ text }) => text.endsWith(perMillion))
  return costly
    .map(({ variant, text }, at) => {
      const isShort = isOneUnit && at < costly.length - 1
      return `${variant} ${isShort ? text.slice(0, -perMillion.length) : text}`
    })
    .join(' · ')
}

const perMillion = ' per million tokens'

/** What routers call the prices of the tokens of a text. */
const perToken: ReadonlySet<string> = new Set(['prompt', 'completion', 'input', 'output'])

const measures = new Map([
  ['request', 'request'],
  ['image', 'image'],
  ['web_search', 'search'],
])

/** Above this no token costs, in dollars: the figure is for something else. */
const dearestToken = 0.001

const isDollars = (unit: string | undefined) => unit === undefined || /^(usd|\$)$/i.test(unit)

/** What a figure pays for in OpenRouter's prices: dollars per token (wire-facts §2), smaller than any other. Else undefined. */
function measureOf(name: string, price: Price | undefined): string | undefined {
  const tokens = Object.entries(price?.labels ?? {}).filter(([label]) => perToken.has(label))
  const amounts = tokens.map(([, figure]) => Number(figure))
  const isPerToken = amounts.some((amount) => amount > 0) && amounts.every((amount) => amount < dearestToken)
  if (!isPerToken || !isDollars(price?.unit)) return undefined
  return measures.get(name) ?? (Number(ownOf(price?.labels, name)) < dearestToken ? 'token' : undefined)
}

/** A figure as given; one in dollars for what it pays for, and tokens by the million. */
function wordsFor(figure: string, unit: string | undefined, measure: string | undefined): string {
  const amount = Number(figure)
  if (figure === '-1') return 'varies'
  if (/^free$/i.test(figure) || (figure.trim() !== '' && amount === 0 && isDollars(unit))) return 'free'
  if (/^varies/.test(figure)) return figure
  if (measure === undefined || Number.isNaN(amount)) return worded(figure, unit)
  const [, rest] = /^token(?:_(.+))?$/.exec(measure) ?? []
  const isToken = measure.startsWith('token')
  const per = isToken ? `${perMillion}${rest ? ` ${rest.replaceAll('_', ' ')}` : ''}` : ` per ${measure}`
  return `$${money(isToken ? amount * 1_000_000 : amount)}${per}`
}

/** `2`, `2.50`, `0.075` */
function money(amount: number): string {
  const plain = decimal(Number(amount.toPrecision(12)))
  return /\.\d$/.test(plain) ? `${plain}0` : plain
}

/** A number in digits, without an exponent. */
export function decimal(value: number): string {
  const [, sign = '', digits = '', places] = /^(-?)([\d.]+)e-(\d+)$/.exec(String(value)) ?? []
  return places === undefined ? String(value) : `${sign}0.${'0'.repeat(Number(places) - 1)}${digits.replace('.', '')}`
}

/** What it is paid for (`per image`) is said only where the label says it. */
function worded(figure: string, unit: string | undefined): string {
  const [, amount = figure, measure] = /^(.*?)\s+(per\s.+)$/.exec(figure) ?? []
  return [unit ? `${amount} ${unit}` : amount, measure ? ` ${measure}` : ' (unit unknown)'].join('')
}

/** The price of a model in one line, as its router gives it. */
export const priceLine = (card: ModelCard | undefined): string =>
  priceInOneLine(priceLines(card?.price)) ?? priceNotStated

/** The cost by one variant of a price: `2 images: 50 cauris, …`. Undefined where it does not apply; it is then shown as given. */
export type Estimate = (price: Price | undefined, request: JsonRecord, variant: string) => string | undefined

/** What a request will cost, in one line, by the rule of its endpoint; the model's price as given where that rule does not apply. */
export function requestPrice(estimate: Estimate | undefined, card: ModelCard | undefined, request: JsonRecord): string {
  const estimates = Object.keys(card?.price?.labels ?? {}).flatMap((variant): readonly PriceLine[] => {
    const text = estimate?.(card?.price, request, variant)
    return text === undefined ? [] : [{ variant, text }]
  })
  return priceInOneLine(estimates) ?? priceLine(card)
}
