import { setTimeout as pause } from 'node:timers/promises'
import {
  type AnswerScript,
  answerScript,
  eventText,
  middleOf,
  renumbered,
  type Step,
  scriptOf,
  streamText,
  withoutFinalText,
  wordAt,
} from './answer-script.ts'
import { onWire, type Planner, stream, streamOf, turn, withInside } from './plan.ts'
import type { Random } from './random.ts'

const said = 'The well ran dry.'
const lateDelta = { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'overgrown' }

/** Everything up to the middle, then these events, then the rest as if nothing had been. */
function brokenBy(random: Random, script: AnswerScript, event: object) {
  const at = middleOf(random, script)
  const bytes = streamText(script.steps.slice(0, at)) + eventText(event) + streamText(script.steps.slice(at, -1))
  return { text: script.steps[at - 1]?.text ?? '', play: stream(random, Buffer.from(bytes)) }
}

/** S15: flat, nested, and without a type. */
const lateError: Planner<'S15'> = (random, nth) => {
  const event = turn<object>(
    [
      { type: 'error', code: 'server_error', message: said, param: null },
      { type: 'error', error: { type: 'server_error', code: 'dry', message: said } },
      { error: { message: said, code: 500 } },
    ],
    nth,
  )
  return { end: 'failed', words: [said], ...brokenBy(random, answerScript(random), event) }
}

/** S16 */
const badTerminal: Planner<'S16'> = (random, nth) => {
  const script = answerScript(random)
  if (nth % 2 === 0) {
    const response = { id: 'resp_1', status: 'failed', error: { code: 'server_error', message: said } }
    return { end: 'failed', words: [said], ...brokenBy(random, script, { type: 'response.failed', response }) }
  }
  const [reason, words] = turn(
    [
      ['max_output_tokens', 'output limit reached'],
      ['content_filter', 'stopped by the content filter'],
    ],
    nth >> 1,
  )
  const response = { id: 'resp_1', status: 'incomplete', incomplete_details: { reason } }
  return { end: 'incomplete', words: [words], ...brokenBy(random, script, { type: 'response.incomplete', response }) }
}

const isDelta = ({ data }: Step) => data.type === 'response.output_text.delta'

/** S17 */
const twice: Planner<'S17'> = (random) => {
  const { text, steps } = answerScript(random)
  const repeated = steps.flatMap((step) => (isDelta(step) ? Array(2 + random.below(2)).fill(step) : [step]))
  return { end: 'completed', text, notices: ['repeated'], play: streamOf(random, repeated) }
}

/** A script whose final text stands in its last events, or in none. */
function withFinal(script: AnswerScript, told: boolean): Step[] {
  return told ? [...script.steps] : renumbered(withoutFinalText(script.steps))
}

const textOf = (steps: readonly Step[]) =>
  steps.map(({ data }) => (isDelta({ data, text: '' }) ? data.delta : '')).join('')

/** S18: runs of up to eight deltas come backwards. */
const outOfOrder: Planner<'S18'> = (random, nth) => {
  const script = answerScript(random)
  const told = nth % 2 === 0
  const steps = withFinal(script, told)
  const first = steps.findIndex(isDelta)
  const last = steps.findLastIndex(isDelta)
  const mixed = steps.slice(0, first)
  for (let at = first; at <= last; ) {
    const run = 2 + random.below(7)
    mixed.push(...steps.slice(at, Math.min(last + 1, at + run)).reverse())
    at += run
  }
  const all = [...mixed, ...steps.slice(last + 1)]
  return {
    end: 'completed',
    text: told ? script.text : textOf(all),
    notices: told ? ['inversion', 'text-differs'] : ['inversion'],
    play: streamOf(random, all),
  }
}

/** S19 */
const missing: Planner<'S19'> = (random, nth) => {
  const script = answerScript(random)
  const told = nth % 2 === 0
  const steps = withFinal(script, told)
  const deltas = steps.flatMap((step, at) => (isDelta(step) ? [at] : []))
  const left = steps.toSpliced(deltas[1 + random.below(deltas.length - 2)] ?? 0, 1)
  return {
    end: 'completed',
    text: told ? script.text : textOf(left),
    notices: told ? ['gap', 'text-differs'] : ['gap'],
    play: streamOf(random, left),
  }
}

/** S20: in the chunk of the terminal event, or for as long as the client stays. */
const afterTerminal: Planner<'S20'> = (random, nth) => {
  const { text, steps } = answerScript(random)
  const late = eventText(lateDelta) + eventText({ ...lateDelta, type: 'response.output_text.done', text: 'overgrown' })
  if (nth % 2 === 0) {
    const play = onWire(async (wire) => {
      await wire.head()
      await wire.chunk(streamText(steps) + late)
      await wire.end()
    })
    return { end: 'completed', text, notices: ['after-end'], play }
  }
  const play = onWire(async (wire) => {
    await wire.head()
    await wire.chunk(streamText(steps))
    while (!wire.isGone()) {
      await wire.chunk(late)
      await pause(5)
    }
  })
  return { end: 'completed', text, play }
}

/** S22: another text, a longer one, or a shorter one. */
const otherFinal: Planner<'S22'> = (random, nth) => {
  const deltas = Array.from({ length: 20 }, (_, at) => `${wordAt(random, at)} `)
  const sum = deltas.join('')
  const final = turn([`${wordAt(random, 100)} quite another`, `${sum}and more`, deltas.slice(0, 9).join('')], nth)
  const { text, steps } = scriptOf(deltas, final)
  return { end: 'completed', text, notices: ['text-differs'], play: streamOf(random, steps) }
}

/** S23 */
const unknownTypes: Planner<'S23'> = (random) => {
  const script = answerScript(random)
  const item = { type: 'mystery_call', id: 'm1', status: 'completed', riddle: 'a thing that speaks' }
  const extra = [
    { type: 'response.wonder.delta', delta: 'overgrown' },
    { type: 'keepalive' },
    { type: 'response.output_item.added', output_index: 1, item },
    { type: 'response.output_item.done', output_index: 1, item },
  ]
  return {
    end: 'completed',
    text: script.text,
    words: ['mystery_call', 'as received'],
    notices: ['unknown-event'],
    play: stream(random, withInside(random, script, extra.map(eventText).join(''))),
  }
}

/** S24 */
const notJson: Planner<'S24'> = (random, nth) => {
  const script = answerScript(random)
  const data = turn(['{"type":"response.output_text.delta","del', 'tea', '<p>', '{,}', "{'type':'a'}", 'NaN'], nth)
  const play = stream(random, withInside(random, script, eventText(data)))
  return { end: 'completed', text: script.text, notices: ['not-json'], play }
}

const depth = 100_000
const abyss = ['['.repeat(depth) + ']'.repeat(depth), `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`] as const

/** S25 */
const nested: Planner<'S25'> = (random, nth) => {
  const script = answerScript(random)
  const deep = turn(abyss, nth)
  const data = turn([deep, `{"type":"response.output_text.delta","output_index":0,"delta":${deep}}`], nth >> 1)
  const play = stream(random, withInside(random, script, eventText(data)))
  return { end: 'completed', text: script.text, notices: ['too-deep'], play }
}

/** S26 */
const ownNames: Planner<'S26'> = (random) => {
  const script = answerScript(random)
  const names = '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"hasOwnProperty":1,"toString":2'
  const call = '"type":"function_call","call_id":"__proto__","name":"constructor","arguments":"{\\"__proto__\\":1}"'
  const extra = [
    `{"type":"response.in_progress","response":{"id":"resp_1",${names}},${names}}`,
    `{"type":"response.output_item.done","output_index":1,"item":{${call},${names}}}`,
    `{"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":"",${names}}`,
  ]
  const play = stream(random, withInside(random, script, extra.map(eventText).join('')))
  return { end: 'completed', text: script.text, play }
}

export const oddEvents = {
  S15: lateError,
  S16: badTerminal,
  S17: twice,
  S18: outOfOrder,
  S19: missing,
  S20: afterTerminal,
  S22: otherFinal,
  S23: unknownTypes,
  S24: notJson,
  S25: nested,
  S26: ownNames,
}
