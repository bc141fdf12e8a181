import { readMovie } from '#media/video/video-facts.ts'

self.addEventListener('message', async ({ data }: MessageEvent<Blob>) => postMessage(await readMovie(data)))
