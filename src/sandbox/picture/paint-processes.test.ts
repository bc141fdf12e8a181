import { ChildProcess } from 'node:child_process'
import { beforeAll, expect, test, vi } from 'vitest'
import { createPaint } from '../process-pools.ts'
import { mostPaintProcesses, ProcessError } from '../run-task.ts'
import type { Task } from './picture-task.ts'

const paint = createPaint()
const never = new AbortController().signal

const picture = (prompt: string, width = 32, height = 32): Task => ({
  kind: 'draw',
  prompt,
  seed: 'seed',
  index: 0,
  size: { width, height },
  detail: 3,
  output: { format: 'png', compression: 100 },
  model: 'test',
  isTransparent: false,
})

const base64Of = async (task: Task, signal = never) => {
  const painted = await paint(task, signal)
  return painted.kind === 'file' ? Buffer.from(painted.base64).toString() : ''
}

const broken: Task = { kind: 'look', file: { bytes: new Uint8Array(3), format: 'png' } }

let first = ''
beforeAll(async () => {
  first = await base64Of(picture('a boat'))
}, 60_000)

test('a painter paints the same picture for the same task', async () => {
  expect(first).toMatch(/^iVBORw0KGgo/)
  expect(await base64Of(picture('a boat'))).toBe(first)
  expect(await base64Of(picture('an owl'))).not.toBe(first)
})

/** A painter that is told when it is done, instead of painting. */
function posedPainters(most: number) {
  const at = new Set<ChildProcess>()
  const given: { readonly prompt: string; readonly done: () => void }[] = []
  const open = () => {
    const posed = Object.assign(new ChildProcess(), {
      ref: () => {},
      unref: () => {},
      kill: () => at.delete(posed),
      send(task: Task) {
        const prompt = task.kind === 'look' ? '' : task.prompt
        given.push({ prompt, done: () => posed.emit('message', { kind: 'done', done: { kind: 'looked' } }) })
        return true
      },
    })
    at.add(posed)
    return posed
  }
  return { paint: createPaint(open, most), at, given, prompts: () => given.map(({ prompt }) => prompt) }
}

test('as many pictures as there are painters are painted at once, and requests take turns', async () => {
  const { paint: ask, at, given, prompts } = posedPainters(2)
  const [one, two] = [new AbortController().signal, new AbortController().signal]
  const all = ['a1', 'a2', 'a3', 'a4'].map((prompt) => ask(picture(prompt), one))
  all.push(...['b1', 'b2'].map((prompt) => ask(picture(prompt), two)))
  expect(prompts()).toEqual(['a1', 'a2'])
  for (let turn = 0; turn < 6; turn += 1) given[turn]?.done()
  await Promise.all(all)
  expect(prompts()).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2'])
  expect(at.size).toBe(2)
})

test('a painter without work ends after half a minute, and so does each by itself', async () => {
  vi.useFakeTimers()
  try {
    const { paint: ask, at, given } = posedPainters(2)
    const both = ['a', 'b'].map((prompt) => ask(picture(prompt), never))
    given[0]?.done()
    vi.advanceTimersByTime(29_000)
    given[1]?.done()
    await Promise.all(both)
    vi.advanceTimersByTime(2_000)
    expect(at.size).toBe(1)
    vi.advanceTimersByTime(28_000)
    expect(at.size).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  [1, 64, 1],
  [4, 64, 4],
  [64, 64, 8],
  [8, 4, 2],
  [8, 0.5, 1],
])('%i cores and %i GB have %i painters', (cores, gigabytes, most) => {
  expect(mostPaintProcesses(cores, gigabytes * 1024 ** 3)).toBe(Math.min(most, mostPaintProcesses(64)))
})

test('what waits, what is being painted and what comes too late can all be called off, and the next task is done', {
  timeout: 60_000,
}, async () => {
  const [running, waiting] = [new AbortController(), new AbortController()]
  const large = base64Of(picture('mountains', 2000, 2000), running.signal)
  const queued = base64Of(picture('hills'), waiting.signal)
  const last = base64Of(picture('a boat'))
  waiting.abort(new Error('no longer wanted'))
  await expect(queued).rejects.toThrow('no longer wanted')
  running.abort(new Error('stopped'))
  await expect(large).rejects.toThrow('stopped')
  expect(await last).toBe(first)
  await expect(base64Of(picture('x'), AbortSignal.abort(new Error('late')))).rejects.toThrow('late')
})

test('a file that cannot be read fails by itself', { timeout: 60_000 }, async () => {
  const [failed, made] = await Promise.allSettled([paint(broken, never), base64Of(picture('a boat'))])
  expect(failed).toMatchObject({ status: 'rejected', reason: expect.any(ProcessError) })
  expect(made).toEqual({ status: 'fulfilled', value: first })
})
