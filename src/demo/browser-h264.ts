import url from 'h264-mp4-encoder/embuild/dist/h264-mp4-encoder.web.js?url'

/** The encoder's build for browsers, which is no module: a script that declares `HME`. */
async function load(): Promise<typeof import('h264-mp4-encoder')> {
  const script = new Blob([await (await fetch(url)).text(), '\nexport default HME'], { type: 'text/javascript' })
  const address = URL.createObjectURL(script)
  const { default: encoder } = await import(/* @vite-ignore */ address)
  URL.revokeObjectURL(address)
  return encoder
}

let loaded: ReturnType<typeof load> | undefined

/** What the sandbox uses of the library. */
// biome-ignore lint/style/noDefaultExport: it is how the library exports it.
export default {
  async createH264MP4Encoder() {
    loaded ??= load()
    return (await loaded).createH264MP4Encoder()
  },
}
