import { defined } from '#contract/core/loose-json.ts'
import type { KeyMask } from '#media/key-mask.ts'
import { nextTask } from '#media/next-task.ts'
import type { ReplyHead } from '../exchange.ts'

/** The headers by their names in lower case, without the key. */
export function readHeaders({ headers }: Response, mask: KeyMask): Readonly<Record<string, string>> {
  return Object.fromEntries([...headers].map(([name, value]) => [name, mask.hide(value)]))
}

/** Reads status and headers. Browsers hide most headers of foreign routers; those are left out. */
export function readHead(reply: Response, at: number, mask: KeyMask): ReplyHead {
  const headers = readHeaders(reply, mask)
  return {
    status: reply.status,
    headers,
    at,
    ...defined({
      requestId: headers['x-request-id'] ?? headers['request-id'] ?? headers['x-generation-id'],
      model: headers['x-router-model'],
      provider: headers['x-router-provider'],
      attempts: headers['x-router-attempts'],
    }),
  }
}

/**
 * The body of a reply as text (UTF-8). Never throws: `whole` is false if it broke off or exceeds `cap` bytes, and
 * `text` is what was read.
 */
export async function readBodyText(reply: Response, cap: number): Promise<{ text: string; whole: boolean }> {
  const bytes = reply.body?.getReader()
  const decoder = new TextDecoder()
  const parts: string[] = []
  let size = 0
  let whole = false
  try {
    while (bytes && size <= cap && !whole) {
      const step = await bytes.read()
      whole = step.done
      size += step.value?.byteLength ?? 0
      parts.push(step.done ? decoder.decode() : decoder.decode(step.value, { stream: true }))
    }
    await bytes?.cancel()
  } catch {
    whole = false
  }
  return { text: parts.join(''), whole: whole || bytes === undefined }
}

/** Bytes processed between two checks of the clock. */
const pieceLength = 16_384

/** The longest time in ms for which buffered bytes are processed without yielding to other tasks. */
const longestTurn = 12

/** A read that takes longer, in ms, had to wait for the network. */
const shortestWait = 4

/**
 * The bytes of a body, large chunks in pieces. Reads of buffered bytes all resolve within one task: after `longestTurn` of
 * them, the generator waits for the next task, so that the page stays responsive.
 */
export async function* inTurns(
  bytes: Pick<ReadableStreamDefaultReader<Uint8Array>, 'read'>,
  now = () => performance.now(),
): AsyncGenerator<Uint8Array, void> {
  let turn = now()
  for (;;) {
    const asked = now()
    const { done, value } = await bytes.read()
    if (done) return
    // The page was idle while it waited.
    if (now() - asked > shortestWait) turn = now()
    for (let start = 0; start === 0 || start < value.length; start += pieceLength) {
      if (now() - turn > longestTurn) {
        await nextTask()
        turn = now()
      }
      yield value.subarray(start, start + pieceLength)
    }
  }
}
