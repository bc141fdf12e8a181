import { samples } from '../tool/examples/sampled-examples.ts?samples'

const workers = import.meta.glob<string>(['../**/*-worker.ts', '!../**/{own,*-by}-worker.ts'], {
  query: '?worker&url',
  import: 'default',
  eager: true,
})

/** Read from the browser's cache when they are needed: the scripts of all workers, the pictures and sounds of the examples. */
const files = [...Object.values(workers), ...[...samples.values()].flatMap((sample) => sample.files)]

/** What rooms below the interface import when they need it: they cannot declare it with `lateCode`. A module that is loaded stays loaded. */
export const restLoads: readonly (() => Promise<unknown>)[] = [
  () => import('../ledger/indexed-history.ts'),
  () => import('../run/history/upkeep.ts'),
  () => import('../run/lifted-request.ts'),
  () => import('../run/life/announce.ts'),
  () => import('../run/life/end-abandoned.ts'),
  () => import('../run/life/check-again.ts'),
  () => import('../run/follow/follow-all.ts'),
  () => import('../run/jobs/adopt.ts'),
  () => import('../client/send/operation.ts'),
  () => import('../client/read/chat-reader.ts'),
  () => import('../client/read/media/extract-media.ts'),
  () => import('../client/read/media/media-reader.ts'),
  () => import('../client/worker/foreign-fetch.ts'),
  () => import('../client/worker/media-stream.ts'),
  () => import('../client/worker/download-by-worker.ts'),
  () => import('#contract/models/models.ts'),
  () => import('#media/audio/sound-facts.ts'),
  () => import('#media/video/video-facts.ts'),
  () => import('character-entities'),
  () => import('./only-copy.ts'),
  ...files.map((url) => async () => (await fetch(url, { priority: 'low' })).arrayBuffer()),
]
