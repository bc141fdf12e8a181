import { type Movie, readMovie } from '#media/video/video-facts.ts'

const send = (movie: Movie): void => postMessage(movie)

self.addEventListener('message', async ({ data }: MessageEvent<Blob>) => send(await readMovie(data)))
