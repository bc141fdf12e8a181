import { expect, test } from 'vitest'
import { pngChunks } from '#media/png.ts'
import { createMaskJobs, runMaskJob, type ToMaskWorker } from './mask-job.ts'
import { createMaskTasks, type MaskWorker } from './mask-tasks.ts'

const mask = () => ({ width: 3, height: 3, bytes: Uint8Array.of(0, 0, 0, 0, 255, 0, 0, 0, 0) })

/** A worker without a thread, which can be told to break. What is sent is cloned, as between threads. */
class NearWorker extends EventTarget implements MaskWorker {
  isEnded = false
  readonly #jobs = createMaskJobs()
  #last: Promise<void> = Promise.resolve()

  postMessage(message: unknown, given?: Transferable[] | StructuredSerializeOptions): void {
    const transfer = Array.isArray(given) ? given : []
    const asked: ToMaskWorker = structuredClone(message as ToMaskWorker, { transfer })
    this.#last = this.#last.then(async () => {
      const data = await runMaskJob(this.#jobs, asked)
      if (!this.isEnded) this.dispatchEvent(new MessageEvent('message', { data }))
    })
  }

  terminate(): void {
    this.isEnded = true
  }
}

function started() {
  const workers: NearWorker[] = []
  const tasks = createMaskTasks(() => {
    const worker = new NearWorker()
    workers.push(worker)
    return worker
  })
  return { tasks, workers }
}

test('each task is answered by its own work, and what was given stays whole', async () => {
  const { tasks, workers } = started()
  expect(workers).toHaveLength(0)
  const given = mask()
  const [grown, shrunk, soft, png] = await Promise.all([
    tasks.grow(given, 1),
    tasks.shrink(given, 1),
    tasks.feather(given, 1),
    tasks.encode(given),
  ])
  expect([...grown]).toEqual([0, 255, 0, 255, 255, 255, 0, 255, 0])
  expect([...shrunk]).toEqual(new Array(9).fill(0))
  expect(soft[4]).toBeLessThan(255)
  expect([...pngChunks(png)].map(({ name }) => name)).toEqual(['IHDR', 'IDAT', 'IEND'])
  expect(given).toEqual(mask())
  expect(workers).toHaveLength(1)
})

test('the bytes are taken as they are when the task is called', async () => {
  const { tasks } = started()
  const given = mask()
  const grown = tasks.grow(given, 0)
  given.bytes.fill(9)
  expect([...(await grown)]).toEqual([...mask().bytes])
})

test('a task that fails says why, and the others go on', async () => {
  const { tasks } = started()
  const failed = tasks.read(new Blob(['no picture']))
  const done = tasks.grow(mask(), 0)
  await expect(failed).rejects.toThrow()
  expect(await done).toHaveLength(9)
})

test('after close nothing is answered any more', async () => {
  const { tasks, workers } = started()
  const waiting = tasks.grow(mask(), 1)
  tasks.close()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  await expect(tasks.grow(mask(), 1)).rejects.toMatchObject({ name: 'AbortError' })
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true])
})

test('a worker that breaks fails what waits for it, and the next task has another', async () => {
  const { tasks, workers } = started()
  const waiting = tasks.grow(mask(), 1)
  workers[0]?.dispatchEvent(new Event('error'))
  await expect(waiting).rejects.toThrow('Try again')
  expect(await tasks.grow(mask(), 1)).toHaveLength(9)
  expect(workers).toHaveLength(2)
})
