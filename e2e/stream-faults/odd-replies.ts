import { json } from '../fault-server.ts'
import { answerScript, streamBytes } from './answer-script.ts'
import { type Planner, stream, turn } from './plan.ts'

const said = 'The scales of the tide are full.'

/** S12: in the shapes that routers have for it. */
const errorAsSuccess: Planner<'S12'> = (_, nth) => {
  const body = turn<object>(
    [
      { error: { message: said, type: 'server_error', code: 'full' } },
      { error: said },
      { success: false, error: { message: said, code: 12 } },
      { detail: said },
      { object: 'error', message: said, code: 40303 },
    ],
    nth,
  )
  return { end: 'failed', text: '', words: [said], play: (reply) => json(reply, body) }
}

const page = `<!doctype html><html><head><title>Bad gateway</title></head><body><h1 id="from-the-wire">${'tea '.repeat(80)}</h1></body></html>`

/** S13: what came can be looked at as text. */
const pageAsSuccess: Planner<'S13'> = () => ({
  end: 'unknown',
  text: '',
  words: ['Received a web page instead of an answer', page.slice(0, 200), 'Run again, may be billed twice'],
  play: (reply) => void reply.writeHead(200, { 'content-type': 'text/html' }).end(page),
})

/** S14 */
const pageOfProxy: Planner<'S14'> = (_, nth) => {
  const status = turn([502, 503, 504], nth)
  return {
    end: 'unknown',
    text: '',
    words: [`HTTP ${status}`, 'Run again, may be billed twice'],
    play: (reply) => void reply.writeHead(status, { 'content-type': 'text/html' }).end(page),
  }
}

/** S27 */
const otherCharset: Planner<'S27'> = (random, nth) => {
  const { text, steps } = answerScript(random)
  const charset = turn(['latin1', 'iso-8859-1', 'utf-16', 'no-such-thing'], nth)
  const type = `text/event-stream; charset=${charset}`
  return { end: 'completed', text, play: stream(random, streamBytes(steps), { 'content-type': type }) }
}

/** S28 */
const wholeDocument: Planner<'S28'> = (random, nth) => {
  const { text, steps } = answerScript(random)
  const type = turn(['application/json', 'text/event-stream'], nth)
  const whole = Buffer.from(JSON.stringify(steps.at(-1)?.data.response))
  return {
    end: 'completed',
    text,
    notices: ['not-a-stream'],
    play: stream(random, whole, { 'content-type': type }),
  }
}

export const oddReplies = {
  S12: errorAsSuccess,
  S13: pageAsSuccess,
  S14: pageOfProxy,
  S27: otherCharset,
  S28: wholeDocument,
}
