import { afterEach, expect, test, vi } from 'vitest'
import { idleLoader, idleMoment, lateCode, MissingCode, sayMissing } from './late-code.ts'

afterEach(() => vi.unstubAllGlobals())

/** The network as a page sees it: what the server answers a look at the page with; nothing where there is no way to it. */
function network(status: number | undefined, onLine = true) {
  vi.stubGlobal('navigator', { onLine })
  vi.stubGlobal('fetch', async () => {
    if (status === undefined) throw new TypeError('Failed to fetch')
    return new Response(null, { status })
  })
}

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

test('no moment is idle while an answer arrives or a plan is sent', async () => {
  vi.useFakeTimers()
  let busy: object | null = {}
  vi.stubGlobal('document', { querySelector: () => busy })
  const told = vi.fn()
  void idleMoment().then(told)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(told).not.toHaveBeenCalled()
  busy = null
  await vi.advanceTimersByTimeAsync(2_000)
  expect(told).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

test.each([
  ['a server that answers has another build', 200, true, 'Patchbay was updated. Reload to continue.'],
  ['a server on this machine answers without a network', 200, false, 'Patchbay was updated. Reload to continue.'],
  ['nothing answers without a network', undefined, false, 'You are offline. Reconnect and try again.'],
  ['nothing answers on a network', undefined, true, 'Could not reach the server. Try again.'],
  ['a proxy answers for a server that is down', 502, true, 'Could not reach the server. Try again.'],
])('code that cannot be fetched says why: %s', async (_, status, onLine, words) => {
  network(status, onLine)
  const error = await lateCode(gone)().catch((error: unknown) => error)
  expect(error).toBeInstanceOf(MissingCode)
  expect(sayMissing(error, 'Something else.')).toBe(words)
})

test('the next call loads again', async () => {
  network(200)
  const late = lateCode(vi.fn<() => Promise<string>>().mockImplementationOnce(gone).mockResolvedValue('code'))
  await expect(late()).rejects.toThrow(MissingCode)
  await expect(late()).resolves.toBe('code')
})

test('in idle moments everything is loaded one after the other, also what comes with it and later; a failure stops it until the next start', async () => {
  const loaded: string[] = []
  const { add, start } = idleLoader(async () => loaded.push('idle'))
  const part =
    (name: string, then = () => {}) =>
    async () => {
      loaded.push(name)
      then()
    }
  add(
    part('panel', () => add(part('inside'))),
    part('below'),
  )
  expect(loaded).toEqual([])
  start()
  await vi.waitFor(() => expect(loaded).toEqual(['idle', 'panel', 'idle', 'below', 'idle', 'inside']))
  const failsOnce = vi.fn<() => Promise<unknown>>().mockImplementationOnce(gone).mockImplementation(part('failed'))
  add(part('later'), failsOnce, part('after a failure'))
  await vi.waitFor(() => expect(loaded.slice(6)).toEqual(['idle', 'later', 'idle']))
  add(part('even later'))
  expect(loaded).toHaveLength(9)
  start()
  start()
  const rest = ['idle', 'failed', 'idle', 'after a failure', 'idle', 'even later']
  await vi.waitFor(() => expect(loaded.slice(9)).toEqual(rest))
})
