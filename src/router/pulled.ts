/**
 * A byte stream without a buffer of its own: every read asks `next` once. `undefined` ends it, a rejection breaks it.
 * `cancel` is called when the reader leaves, also while a `next` is still waiting.
 */
export function pulled(
  next: () => Promise<Uint8Array | undefined>,
  cancel: (reason: unknown) => void | Promise<void>,
): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      async pull(controller) {
        const bytes = await next()
        if (bytes) controller.enqueue(bytes)
        else controller.close()
      },
      cancel,
    },
    { highWaterMark: 0 },
  )
}
