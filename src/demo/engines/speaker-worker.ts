import { ownOf } from '#contract/core/loose-json.ts'
import { type SpeakerReply, type SpeakerRequest, speak } from '#sandbox/sound/speaker.ts'
import { commonPart, dictionaryOf, type SpeechIndex, speechFolder } from '../speech-data.ts'
import { serveTasks } from '../worker-task.ts'

/** This script is in the folder `assets` of the demo's folder. */
const fileOf = (name: string) => fetch(new URL(`../${speechFolder}/${name}`, self.location.href))

let index: Promise<SpeechIndex> | undefined
/** The library's data by voice: zeros but for the parts that the voice needs, since all of it is 24 MB. */
const held = new Map<string, Promise<ArrayBuffer>>()

async function dataFor(dictionary: string): Promise<ArrayBuffer> {
  index ??= fileOf('index.json').then((reply) => reply.json())
  const { size, parts } = await index
  const data = new Uint8Array(size)
  for (const name of [commonPart, dictionary]) {
    const part = new Uint8Array(await (await fileOf(name)).arrayBuffer())
    let read = 0
    for (const [start, end] of ownOf(parts, name) ?? []) {
      data.set(part.subarray(read, read + end - start), start)
      read += end - start
    }
  }
  return data.buffer
}

serveTasks<SpeakerRequest, SpeakerReply>(async (request) => {
  const dictionary = dictionaryOf(request.delivery.voice)
  const data = held.get(dictionary) ?? dataFor(dictionary)
  held.set(dictionary, data)
  const buffer = await data
  return speak(request, { getPreloadedPackage: () => buffer })
})
