import { expect, test } from 'vitest'
import { Frames } from './frames.ts'

function manualFrames() {
  const asked: { at: 'frame' | 'soon' | 'apart'; callback: () => void }[] = []
  let now = 0
  let frame = 0
  const frames = new Frames({
    request: (callback) => asked.push({ at: 'frame', callback }),
    soon: (callback) => asked.push({ at: 'soon', callback }),
    apart: (callback) => asked.push({ at: 'apart', callback }),
    frame: () => frame,
    now: () => now,
  })
  return {
    frames,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
    nextFrame: (after = 16) => {
      frame += after
    },
    run: () => asked.shift()?.callback(),
    asked: () => asked.map(({ at }) => at),
  }
}

const once = { step: () => false }

test('tasks take turns, and a turn ends when its budget is spent', () => {
  const { frames, pass, run, nextFrame } = manualFrames()
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
  run()
  expect(steps).toEqual(['a', 'b', 'a'])
  nextFrame()
  run()
  expect(steps).toEqual(['a', 'b', 'a', 'b', 'a'])
})

test('while a task is far behind, turns follow each other outside of frames', () => {
  const { frames, pass, run, asked } = manualFrames()
  const task = {
    isBehind: true,
    step: () => {
      pass(10)
      return true
    },
  }
  frames.add(task)
  expect(asked()).toEqual(['soon'])
  run()
  expect(asked()).toEqual(['apart'])
  task.isBehind = false
  run()
  expect(asked()).toEqual(['frame'])
})

test('a turn is asked for once, and only while there is work', () => {
  const { frames, run, asked } = manualFrames()
  frames.add(once)
  frames.add(once)
  expect(asked()).toHaveLength(1)
  run()
  expect(asked()).toHaveLength(0)
})

test('the first turn of a frame is taken at once, and every other one waits for the next frame', () => {
  const { frames, run, asked, nextFrame } = manualFrames()
  frames.add(once)
  expect(asked()).toEqual(['soon'])
  run()
  frames.add(once)
  expect(asked()).toEqual(['frame'])
  nextFrame()
  run()
  frames.add(once)
  expect(asked()).toEqual(['frame'])
  nextFrame()
  run()
  nextFrame()
  frames.add(once)
  expect(asked()).toEqual(['soon'])
})

test('where frames are shorter than anyone sees, turns leave some of them out', () => {
  const { frames, pass, run, asked, nextFrame } = manualFrames()
  let turns = 0
  const step = () => {
    pass(10)
    turns += 1
    return true
  }
  frames.add({ step })
  run()
  nextFrame(8)
  run()
  expect(turns).toBe(1)
  expect(asked()).toEqual(['frame'])
  nextFrame(8)
  run()
  expect(turns).toBe(2)
})

test('work that is left over waits for the next frame', () => {
  const { frames, pass, run, asked } = manualFrames()
  frames.add({
    step: () => {
      pass(10)
      return true
    },
  })
  run()
  expect(asked()).toEqual(['frame'])
})

test('a removed task does not run', () => {
  const { frames, run } = manualFrames()
  let ran = false
  const task = {
    step: () => {
      ran = true
      return false
    },
  }
  frames.add(task)
  frames.remove(task)
  run()
  expect(ran).toBe(false)
})
