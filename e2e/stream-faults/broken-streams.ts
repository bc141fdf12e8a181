import { setTimeout as pause } from 'node:timers/promises'
import { constants, gunzipSync, gzipSync } from 'node:zlib'
import {
  answerScript,
  middleOf,
  pieces,
  type Step,
  splitInCharacters,
  streamBytes,
  streamText,
  textWithin,
} from './answer-script.ts'
import { answered, onWire, type Planner, stream, streamOf, turn } from './plan.ts'

const megabyte = 1024 * 1024

/** How many bytes of a stream come before its text is told whole: until there the answer is open. */
const openUntil = (steps: readonly Step[]) =>
  streamBytes(steps.slice(0, steps.findIndex(({ data }) => data.type === 'response.output_text.done') + 1)).length

/** S01: the chunk that was begun never ends. */
const cutAnywhere: Planner<'S01'> = (random, nth) => {
  const { steps } = answerScript(random)
  const whole = streamBytes(steps)
  const kept = whole.subarray(0, random.below(whole.length))
  const text = textWithin(steps, kept.length)
  const how = turn(['close', 'reset'], nth)
  return {
    end: 'interrupted',
    text,
    first: text || answered,
    play: onWire(async (wire, seen) => {
      await wire.head()
      await wire.bytes(`${whole.length.toString(16)}\r\n`)
      await wire.bytes(kept)
      await seen
      wire[how]()
    }),
  }
}

/** S02: with everything closed that was opened, or with the text still open. */
const noTerminal: Planner<'S02'> = (random, nth) => {
  const script = answerScript(random)
  const closed = nth % 2 === 0
  const steps = script.steps.slice(0, closed ? -1 : middleOf(random, script))
  const text = steps.at(-1)?.text ?? ''
  return { end: closed ? 'unconfirmed' : 'interrupted', text, play: streamOf(random, steps) }
}

/** S03: the browser tells such a body from a whole one no more than we do. */
const closedEarly: Planner<'S03'> = (random) => {
  const { steps } = answerScript(random)
  const kept = streamBytes(steps).subarray(0, random.below(openUntil(steps)))
  return {
    end: 'interrupted',
    text: textWithin(steps, kept.length),
    play: onWire(async (wire) => {
      await wire.head({}, 'until closed')
      for (const piece of pieces(random, kept)) await wire.bytes(piece)
      wire.close()
    }),
  }
}

/** S04 */
const cutGzip: Planner<'S04'> = (random) => {
  const { steps } = answerScript(random, 200)
  const packed = gzipSync(streamBytes(steps))
  const inflated = (bytes: number) =>
    gunzipSync(packed.subarray(0, bytes), { finishFlush: constants.Z_SYNC_FLUSH }).length
  let cut = 20 + random.below(packed.length - 20)
  while (inflated(cut) >= openUntil(steps)) cut -= 10
  return {
    end: 'interrupted',
    text: textWithin(steps, inflated(cut)),
    play: stream(random, packed.subarray(0, cut), { 'content-encoding': 'gzip' }),
  }
}

/** S05: a pause in each place, so that the browser, too, meets the character in pieces. */
const splitCharacters: Planner<'S05'> = (random) => {
  const { text, steps } = answerScript(random, 12)
  return {
    end: 'completed',
    text,
    play: onWire(async (wire) => {
      await wire.head()
      for (const piece of splitInCharacters(streamBytes(steps))) {
        await wire.chunk(piece)
        await pause(1)
      }
      await wire.end()
    }),
  }
}

/** S06: the last byte of all is a CR where there are any. */
const lineEnds: Planner<'S06'> = (random, nth) => {
  const { text, steps } = answerScript(random)
  const kind = turn(['\r', 'mixed', '\r\n', '\n'], nth)
  let before = ''
  const end = () => {
    // An LF behind a CR would belong to it.
    before = kind !== 'mixed' ? kind : random.pick(before === '\r' ? ['\r', '\r\n'] : ['\n', '\r\n', '\r'])
    return before
  }
  const lines = streamText(steps).split('\n').slice(0, -2)
  const framed = lines.map((line) => `${line}${end()}`).join('')
  const last = kind === 'mixed' ? '\r' : kind
  return { end: 'completed', text, play: stream(random, Buffer.from(framed + last)) }
}

/** S07 */
const byteOrderMark: Planner<'S07'> = (random) => {
  const { text, steps } = answerScript(random)
  return { end: 'completed', text, play: stream(random, Buffer.from(`\uFEFF${streamText(steps)}`)) }
}

/** S08: nine megabytes of one event, then the good rest. */
const largeEvent: Planner<'S08'> = (random) => {
  const script = answerScript(random)
  const at = middleOf(random, script)
  const text = script.steps[at - 1]?.text ?? ''
  const large = {
    type: 'response.output_text.delta',
    output_index: 0,
    content_index: 0,
    delta: 'x'.repeat(9 * megabyte),
  }
  return {
    end: 'interrupted',
    text,
    first: text,
    words: ['event_too_large'],
    play: onWire(async (wire, seen) => {
      await wire.head()
      await wire.chunk(streamText(script.steps.slice(0, at)))
      await seen
      await wire.chunk(`data: ${JSON.stringify(large)}\n\n`)
      await wire.chunk(streamText(script.steps.slice(at)))
      await wire.end()
    }),
  }
}

/** S09: of a field that is known, of none, or of a comment. It goes on until the client leaves. */
const endlessLine: Planner<'S09'> = (random, nth) => {
  const script = answerScript(random)
  const steps = script.steps.slice(0, middleOf(random, script))
  const text = steps.at(-1)?.text ?? ''
  const begin = turn(['data: {"type":"', 'x', ': '], nth)
  let left: Promise<void> | undefined
  return {
    end: 'interrupted',
    text,
    first: text,
    words: ['event_too_large'],
    play: onWire(async (wire, seen) => {
      left = wire.gone
      await wire.head()
      await wire.chunk(streamText(steps))
      await seen
      await wire.chunk(begin)
      while (!wire.isGone()) await wire.chunk('x'.repeat(64 * 1024))
    }),
    settled: async () => await left,
  }
}

/** S21 */
const staysOpen: Planner<'S21'> = (random) => {
  const { text, steps } = answerScript(random)
  let left: Promise<void> | undefined
  return {
    end: 'completed',
    text,
    play: onWire(async (wire) => {
      left = wire.gone
      await wire.head()
      for (const piece of pieces(random, streamBytes(steps))) await wire.chunk(piece)
    }),
    settled: async () => await left,
  }
}

export const brokenStreams = {
  S01: cutAnywhere,
  S02: noTerminal,
  S03: closedEarly,
  S04: cutGzip,
  S05: splitCharacters,
  S06: lineEnds,
  S07: byteOrderMark,
  S08: largeEvent,
  S09: endlessLine,
  S21: staysOpen,
}
