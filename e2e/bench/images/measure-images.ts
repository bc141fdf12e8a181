import { countLongTasks } from '../page/long-tasks.ts'
import type { ImageReader } from './readers.ts'

/** What showing the pictures of one reply took in the page. */
export interface ImageTimes {
  /** Until the last picture was decoded, in ms. */
  readonly shown: number
  /** The longest task, in ms; 0 where none was longer than 50. */
  readonly longest: number
  readonly pictures: number
}

/** Shows the pictures of one reply in the page, and leaves them there. */
export async function measureImages(reader: ImageReader, baseUrl: string): Promise<ImageTimes> {
  const { readImages } = await import('./readers.ts')
  const tasks = countLongTasks()
  const began = performance.now()
  const decoded: Promise<void>[] = []
  await readImages[reader](baseUrl, (address) => {
    const image = new Image()
    image.decoding = 'async'
    image.width = 300
    image.src = address
    document.body.append(image)
    decoded.push(image.decode())
  })
  await Promise.all(decoded)
  const shown = performance.now() - began
  // Tasks are told behind the frame in which they were.
  await new Promise((resolve) => setTimeout(resolve, 300))
  return { shown, longest: tasks().longest, pictures: decoded.length }
}
