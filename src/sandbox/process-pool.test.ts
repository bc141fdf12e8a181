import { ChildProcess } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'
import { createPool } from './process-pool.ts'
import { ProcessError, QueueFullError } from './run-task.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A pool of one process that does what its test says. */
function posedPool() {
  const opened: ChildProcess[] = []
  const open = () => {
    const posed = Object.assign(new ChildProcess(), {
      ref: () => {},
      unref: () => {},
      kill: () => true,
      send: () => true,
    })
    opened.push(posed)
    return posed
  }
  const stall = { ms: 1_000, message: 'silent' }
  const run = createPool<{ readonly name: string }, string, number>({
    open,
    most: 1,
    crashed: 'crashed',
    mostWaiting: 1,
    stall,
  })
  const begin = (name: string, onPart?: (part: number) => void) => run({ name }, new AbortController().signal, onPart)
  return { begin, opened }
}

test('a crash fails its own task alone; the next one has a new process', async () => {
  const { begin, opened } = posedPool()
  const [one, two] = [begin('a'), begin('b')]
  opened[0]?.emit('exit', 139)
  await expect(one).rejects.toMatchObject({ message: 'crashed' })
  expect(opened).toHaveLength(2)
  opened[1]?.emit('message', { kind: 'done', done: 'made' })
  expect(await two).toBe('made')
})

test('a failure names its field, and more tasks than may wait are refused', async () => {
  const { begin, opened } = posedPool()
  const [one, two] = [begin('a'), begin('b')]
  await expect(begin('c')).rejects.toBeInstanceOf(QueueFullError)
  opened[0]?.emit('message', { kind: 'failed', message: 'no sound', param: 'file' })
  await expect(one).rejects.toMatchObject({ message: 'no sound', param: 'file' })
  opened[1]?.emit('message', { kind: 'done', done: 'made' })
  expect(await two).toBe('made')
})

test('parts are handed over in order, and each keeps a task from counting as silent', async () => {
  vi.useFakeTimers()
  const { begin, opened } = posedPool()
  const parts: number[] = []
  const task = begin('a', (part) => parts.push(part))
  const failed = expect(task).rejects.toBeInstanceOf(ProcessError)
  for (const part of [1, 2, 3]) {
    vi.advanceTimersByTime(900)
    opened[0]?.emit('message', { kind: 'part', part })
  }
  vi.advanceTimersByTime(1_100)
  await failed
  expect(parts).toEqual([1, 2, 3])
})
