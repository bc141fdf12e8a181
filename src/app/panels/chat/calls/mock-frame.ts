import * as z from 'zod/mini'
import type { ToolAnswer } from '../turn/turn.ts'

/** Ms that a mock has from its start to its result. */
const limit = 1_000
/** Ms for the frame to load and to start its worker, which is no fault of the mock. */
const patience = 10_000
/** Bytes of a result, written as JSON. */
const most = 256_000

const Message = z.union([
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('started') }),
  z.object({ kind: z.enum(['returned', 'threw', 'nothing', 'too large']), text: z._default(z.string(), '') }),
])

/**
 * Calls a mock with the arguments of a call. It runs in a worker inside a frame of an opaque origin (`public/mock-frame.html`), whose
 * policy allows neither requests nor `eval`: no page storage, no network. The worker is there because a loop in the frame itself would
 * block the page in browsers that run both in one process, and because a document can navigate, which no policy forbids, and open WebRTC.
 * Never rejects: what goes wrong is a failed answer. Aborting ends it.
 */
export function runMock(source: string, input: unknown, signal: AbortSignal): Promise<ToolAnswer> {
  return new Promise((resolve) => {
    const frame = document.createElement('iframe')
    let timer = setTimeout(() => end(failure('The mock could not be started.')), patience)
    function end(answer: ToolAnswer): void {
      clearTimeout(timer)
      removeEventListener('message', hear)
      signal.removeEventListener('abort', stop)
      // Ends the worker as well, whatever it is doing.
      frame.remove()
      resolve(answer)
    }
    const stop = () => end(failure('The mock was stopped.'))
    function hear({ source: from, data }: MessageEvent): void {
      const message = from === frame.contentWindow ? z.safeParse(Message, data).data : undefined
      if (message === undefined) return
      if (message.kind === 'started') {
        clearTimeout(timer)
        timer = setTimeout(() => end(failure('The mock did not return within 1 s.')), limit)
        // The origin of the frame is opaque and cannot be named.
      } else if (message.kind === 'ready')
        frame.contentWindow?.postMessage({ scripts: scriptsOf(source), input, most }, '*')
      else end(answerOf(message.kind, message.text))
    }
    addEventListener('message', hear)
    signal.addEventListener('abort', stop)
    frame.hidden = true
    frame.title = 'Mock of a tool'
    frame.setAttribute('sandbox', 'allow-scripts')
    frame.src = `${import.meta.env.BASE_URL}mock-frame.html`
    document.body.append(frame)
    if (signal.aborted) stop()
  })
}

const failure = (text: string): ToolAnswer => ({ text, failed: true, from: 'mock' })

function answerOf(kind: 'returned' | 'threw' | 'nothing' | 'too large', text: string): ToolAnswer {
  if (kind === 'threw') return failure(text)
  if (kind === 'nothing') return failure('The mock returned nothing that can be written as JSON.')
  const isLarge = kind === 'too large' || new TextEncoder().encode(text).length > most
  return isLarge ? failure('The result of the mock is larger than 256 kB.') : { text, failed: false, from: 'mock' }
}

/** A mock read as an expression, whose value is the result or a function of the arguments, then as the body of such a function. @internal */
export const scriptsOf = (source: string): readonly string[] =>
  [`const made = (${source}\n)\nreturn typeof made === 'function' ? made(args) : made`, source].map(
    (body) => `onmessage = async ({ data }) => {
  const { postMessage: post, JSON: { stringify } } = self
  post('started')
  try {
    const value = await (async (args) => {\n${body}\n})(data)
    post({ kind: 'returned', text: typeof value === 'string' ? value : stringify(value) })
  } catch (error) {
    let text = 'The mock threw a value without words.'
    try {
      text = String(error).slice(0, 1000)
    } catch {}
    post({ kind: 'threw', text })
  }
}`,
  )
