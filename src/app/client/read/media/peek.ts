/** Enough to tell a file from words. */
const enough = 64

/** Statuses that have no body. */
const bodiless = new Set([204, 205, 304])

/** A reply whose first bytes are known, and which can still be read from its beginning. */
export interface Peeked {
  readonly start: Uint8Array
  readonly reply: Response
}

/** Looks at the beginning of a reply. Never throws: what breaks here breaks again for whoever reads on. */
export async function peek(reply: Response): Promise<Peeked> {
  // A copy of them may not even have an empty body; browsers give them one all the same.
  if (!reply.body || bodiless.has(reply.status)) return { start: new Uint8Array(), reply }
  const source = reply.body.getReader()
  const seen: Uint8Array<ArrayBuffer>[] = []
  let broken: { readonly by: unknown } | undefined
  let length = 0
  try {
    while (length < enough) {
      const step = await source.read()
      if (step.done) break
      seen.push(new Uint8Array(step.value))
      length += step.value.length
    }
  } catch (by) {
    broken = { by }
  }
  const start = joined(seen, length)
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const first = seen.shift()
      if (first) return controller.enqueue(first)
      if (broken) return controller.error(broken.by)
      const step = await source.read()
      if (step.done) return controller.close()
      controller.enqueue(new Uint8Array(step.value))
    },
    cancel: (reason) => source.cancel(reason),
  })
  const { status, headers } = reply
  return { start, reply: new Response(body, { status, headers }) }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const all = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
