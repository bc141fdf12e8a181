import { ownOf } from '#contract/core/loose-json.ts'
import type { Price } from '#contract/models/model-card.ts'
import { clockTime, lengthLimit, sizeLimit } from '../../../ui/format.ts'

const seconds: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600 }

/** What an amount of sound costs by a label such as `2 per minute`; undefined for labels that say no rate. */
function costOf(label: string, length: number): number | undefined {
  const [, amount = '', unit = ''] = /^([\d.]+)(?:\s+\w+)?\s+per\s+(second|minute|hour)$/.exec(label.trim()) ?? []
  const per = ownOf(seconds, unit)
  return per === undefined ? undefined : (Number(amount) * length) / per
}

/** Amount of sound and its price where the router prices by time: `0:42.0 × 3 voices = 2:06.0 · about 4.2 cauris`. In seconds. */
export function amountWords(length: number, voices: number, price: Price | undefined): string {
  const whole = length * voices
  const amount =
    voices > 1 ? `${clockTime(length)} × ${voices} voices = ${clockTime(whole)}` : `Length ${clockTime(length)}`
  const costs = new Set(Object.values(price?.labels ?? {}).map((label) => costOf(label, whole)))
  const [cost] = costs
  if (costs.size !== 1 || cost === undefined) return amount
  return [amount, `about ${Number(cost.toPrecision(3))} ${price?.unit ?? ''}`.trim()].join(' · ')
}

/** What a provider accepts where the router lists no limits for the model. */
export interface UsualLimit {
  readonly seconds: number
  readonly bytes: number
  /** `ElevenLabs accepts up to 5 minutes and 50 MB.` */
  readonly words: string
}

interface Recording {
  readonly bytes: number
  /** Undefined while it is read, and where the file does not say it. */
  readonly seconds: number | undefined
}

/** The limit as a sentence, and whether it is exceeded; undefined where the file's row says so already. */
export function limitNote(
  { bytes, seconds }: Recording,
  listed: Readonly<Record<string, number>> | undefined,
  usual: UsualLimit,
): { readonly words: string; readonly isExceeded: boolean } | undefined {
  const { max_input_seconds: time, max_input_bytes: size } = listed ?? {}
  if (time !== undefined || size !== undefined) {
    const isExceeded = (time !== undefined && (seconds ?? 0) > time) || (size !== undefined && bytes > size)
    if (isExceeded && seconds !== undefined) return undefined
    const most = [time !== undefined && lengthLimit(time), size !== undefined && sizeLimit(size)].filter(Boolean)
    return { words: `Max ${most.join(', ')}.`, isExceeded }
  }
  const isExceeded = bytes > usual.bytes || (seconds !== undefined && seconds > usual.seconds)
  return { words: `No limit listed for this model. ${usual.words}`, isExceeded }
}
