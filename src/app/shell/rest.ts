import netWorker from '#app/client/worker/net-worker.ts?worker&url'
import schemaWorker from '../inspect/reply/schema-worker.ts?worker&url'
import maskWorker from '../mask/worker/mask-worker.ts?worker&url'
import differenceWorker from '../view/media/compare/difference-worker.ts?worker&url'
import soundDifferenceWorker from '../view/media/compare/sound-difference-worker.ts?worker&url'
import soundWorker from '../view/media/sound/sound-worker.ts?worker&url'
import highlightWorker from '../view/text/highlight-worker.ts?worker&url'

/** A worker's script is read from the browser's cache when the worker starts. */
const scripts = [
  ...[netWorker, schemaWorker, maskWorker, highlightWorker],
  ...[differenceWorker, soundDifferenceWorker, soundWorker],
]

/** What rooms below the interface import when they need it: they cannot declare it with `lateCode`. A module that is loaded stays loaded. */
export const restLoads: readonly (() => Promise<unknown>)[] = [
  () => import('../ledger/indexed-history.ts'),
  () => import('../run/history/upkeep.ts'),
  () => import('../run/lifted-request.ts'),
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
  ...scripts.map((url) => async () => (await fetch(url, { priority: 'low' })).arrayBuffer()),
]
