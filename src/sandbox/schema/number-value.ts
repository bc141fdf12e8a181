import type { JsonRecord } from '#contract/core/loose-json.ts'
import type { Random } from '../seeded-random.ts'
import { Unsatisfiable } from './basis.ts'

/** The width of the range where only one bound is given. */
const reach = 100

export function numberValue(schema: JsonRecord, whole: boolean, random: Random): number {
  const { low, high } = span(schema, whole)
  if (low > high) throw new Unsatisfiable(`no number lies between its bounds ${low} and ${high}`)
  const step =
    typeof schema.multipleOf === 'number' && schema.multipleOf > 0 ? schema.multipleOf : whole ? 1 : undefined
  return step === undefined ? between(schema, low, high, random) : multiple(schema, { step, low, high, whole }, random)
}

function span(schema: JsonRecord, whole: boolean): { low: number; high: number } {
  const lows = [bound(schema.minimum), exclusive(schema.exclusiveMinimum, whole, 1)]
  const highs = [bound(schema.maximum), exclusive(schema.exclusiveMaximum, whole, -1)]
  const low = Math.max(...lows.filter((one) => one !== undefined))
  const high = Math.min(...highs.filter((one) => one !== undefined))
  if (Number.isFinite(low)) return { low, high: Number.isFinite(high) ? high : low + Math.max(reach, Math.abs(low)) }
  return Number.isFinite(high) ? { low: Math.min(1, high - reach), high } : { low: 1, high: reach }
}

const bound = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)

function exclusive(value: unknown, whole: boolean, towards: number): number | undefined {
  const edge = bound(value)
  return edge !== undefined && whole && Number.isInteger(edge) ? edge + towards : edge
}

const excluded = ({ exclusiveMinimum, exclusiveMaximum }: JsonRecord, value: number) =>
  value === exclusiveMinimum || value === exclusiveMaximum

function between(schema: JsonRecord, low: number, high: number, random: Random): number {
  const raw = low + (high - low) * (0.1 + 0.8 * random.next())
  const digits = [0, 0, 1, 2].slice(random.below(4))
  const rounded = digits.map((count) => Number(raw.toFixed(count)))
  const nice = rounded.find((one) => one >= low && one <= high && !excluded(schema, one))
  const value = nice ?? (Number.isFinite(raw) ? raw : low)
  if (!excluded(schema, value)) return value
  throw new Unsatisfiable('no number lies strictly between its bounds')
}

interface Steps {
  readonly step: number
  readonly low: number
  readonly high: number
  readonly whole: boolean
}

function multiple(schema: JsonRecord, { step, low, high, whole }: Steps, random: Random): number {
  const [first, last] = [Math.ceil(low / step), Math.max(Math.floor(high / step), Math.ceil(low / step))]
  const start = random.below(Math.min(last - first + 1, 1_000_000))
  const count = Math.min(last - first + 1, 1000)
  for (let turn = 0; turn < count; turn += 1) {
    const value = exact((first + ((start + turn) % (last - first + 1))) * step, step)
    const fits = value >= low && (value <= high || unbounded(schema)) && !excluded(schema, value)
    if (fits && (!whole || Number.isInteger(value))) return value
  }
  throw new Unsatisfiable(`no multiple of ${step} lies between ${low} and ${high}`)
}

const unbounded = (schema: JsonRecord) => schema.maximum === undefined && schema.exclusiveMaximum === undefined

/** Removes binary rounding errors: 3 × 0.1 gives 0.3. */
function exact(value: number, step: number): number {
  const decimals = /\.(\d+)$/.exec(String(step))?.[1]?.length ?? 0
  return decimals > 0 ? Number(value.toFixed(decimals)) : value
}
