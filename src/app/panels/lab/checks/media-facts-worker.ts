import { readMediaFacts } from '../../../lab/media-facts.ts'

/** The arguments of `readMediaFacts`. */
export type MediaQuestion = Parameters<typeof readMediaFacts>

addEventListener('message', ({ data }: MessageEvent<MediaQuestion>) => {
  void readMediaFacts(...data).then((facts) => postMessage(facts))
})
