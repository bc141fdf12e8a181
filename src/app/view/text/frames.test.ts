import { expect, test } from 'vitest'
import { Frames } from './frames.ts'

function manualFrames() {
  const callbacks: (() => void)[] = []
  let now = 0
  const frames = new Frames({ request: (callback) => callbacks.push(callback), now: () => now })
  return {
    frames,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    frame: () => callbacks.shift()?.(),
    requested: () => callbacks.length,
  }
}

test('tasks take turns, and a frame ends when its budget is spent', () => {
  const { frames, pass, frame } = manualFrames()
  const steps: string[] = []
  const task = (name: string, count: number) => ({
    step: () => {
      pass(3)
      steps.push(name)
      return --count > 0
    },
  })
  frames.add(task('a', 3))
  frames.add(task('b', 2))
  frame()
  expect(steps).toEqual(['a', 'b', 'a'])
  frame()
  expect(steps).toEqual(['a', 'b', 'a', 'b', 'a'])
})

test('a frame is requested once, and only while there is work', () => {
  const { frames, frame, requested } = manualFrames()
  const task = { step: () => false }
  frames.add(task)
  frames.add(task)
  expect(requested()).toBe(1)
  frame()
  expect(requested()).toBe(0)
})

test('a removed task does not run', () => {
  const { frames, frame } = manualFrames()
  let ran = false
  const task = {
    step: () => {
      ran = true
      return false
    },
  }
  frames.add(task)
  frames.remove(task)
  frame()
  expect(ran).toBe(false)
})
