import { beforeAll, expect, test } from 'vitest'
import type { Task } from './order.ts'
import { createPaint, PaintError } from './painters.ts'

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

const broken: Task = { kind: 'look', file: { bytes: new Uint8Array(new SharedArrayBuffer(3)), format: 'png' } }

let first = ''
beforeAll(async () => {
  first = await base64Of(picture('a boat'))
}, 60_000)

test('a thread paints the same picture for the same task, one task after another', async () => {
  expect(first).toMatch(/^iVBORw0KGgo/)
  const order: number[] = []
  const both = await Promise.all(
    [picture('a boat'), picture('an owl')].map(async (task, at) => {
      const made = await base64Of(task)
      order.push(at)
      return made
    }),
  )
  expect(both[0]).toBe(first)
  expect(both[1]).not.toBe(first)
  expect(order).toEqual([0, 1])
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
  expect(failed).toMatchObject({ status: 'rejected', reason: expect.any(PaintError) })
  expect(made).toEqual({ status: 'fulfilled', value: first })
})
