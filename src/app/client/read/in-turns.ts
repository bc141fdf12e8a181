/** How much is read without a look at the clock, in bytes. */
const pieceLength = 16_384

/** How long what has come keeps the page from everything else, in ms. */
const longestTurn = 12

/** What is there already is read in less, in ms. */
const shortestWait = 4

/**
 * The bytes of a body, large chunks in pieces. A router that is faster than the page fills the buffers, which are then read in one task
 * however much they hold: once such a turn has taken its time, the page gets a task before the next piece.
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
    // What was waited for left the page free.
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

/** Not by a timer: those of hidden pages come once a second. */
function nextTask(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
