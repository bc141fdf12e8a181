import type { JsonRecord } from '#contract/core/loose-json.ts'
import { refusal } from '../../refusal.ts'
import { type Container, containers, type OutputFormat } from '../sound-task.ts'

export const typeOf: Readonly<Record<Container, string>> = {
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
}

const coded = [16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
const plain = [8_000, ...coded]
const ratesOf: Readonly<Record<Container, readonly number[]>> = {
  ...{ mp3: coded, opus: [48_000], aac: coded },
  ...{ flac: plain, wav: plain, pcm: plain },
}

const kilobits = { least: 24, most: 256 }

const containerOf = (name: string): Container | undefined =>
  containers.find((container) => container === (name === 'ogg' ? 'opus' : name))

const usualBitrate = (rate: number) => (rate > 32_000 ? 128_000 : 64_000)

/** Reads a name such as `mp3_44100_128`. */
function named(text: string, usualRate: number): OutputFormat {
  const [name = '', second, third, ...rest] = text.toLowerCase().split('_')
  const container = containerOf(name)
  const refused = (why: string) => refusal(`output_format: ${why}`, 'output_format')
  if (!container || rest.length > 0) throw refused(`the sandbox writes ${containers.join(', ')}, as in mp3_44100_128.`)
  const rate = second === undefined ? (ratesOf[container].includes(usualRate) ? usualRate : 48_000) : Number(second)
  if (!ratesOf[container].includes(rate)) throw refused(`${container} can have ${ratesOf[container].join(', ')} Hz.`)
  const kbps = third === undefined ? usualBitrate(rate) / 1000 : Number(third)
  if (!Number.isInteger(kbps) || kbps < kilobits.least || kbps > kilobits.most)
    throw refused(`choose ${kilobits.least} to ${kilobits.most} kbit/s.`)
  return { container, rate, bitrate: kbps * 1000 }
}

/** The format that a request asks for by `response_format` or `output_format`; `usual` and its rate where it names none. */
export function outputFormatOf(body: JsonRecord, usual: Container, usualRate: number): OutputFormat {
  const { response_format, output_format } = body
  if (typeof output_format === 'string' && output_format !== '' && output_format !== 'auto')
    return named(output_format, usualRate)
  if (response_format === undefined) return named(usual, usualRate)
  const container = typeof response_format === 'string' ? containerOf(response_format) : undefined
  if (container) return named(container, usualRate)
  throw refusal(`response_format: choose ${containers.join(', ')}.`, 'response_format')
}
