import { BlobSource, BufferTarget, Conversion, Input, Output, WEBM, WebMOutputFormat } from 'mediabunny'

/**
 * A recording with its length and its index, both of which a browser leaves out of the WebM that it writes while it records. The sound
 * itself is copied. What is no WebM, or cannot be read, is returned as it is.
 */
export async function wholeRecording(blob: Blob): Promise<Blob> {
  if (!blob.type.startsWith('audio/webm')) return blob
  try {
    const input = new Input({ source: new BlobSource(blob), formats: [WEBM] })
    const target = new BufferTarget()
    const conversion = await Conversion.init({
      ...{ input, output: new Output({ format: new WebMOutputFormat(), target }), showWarnings: false },
    })
    if (!conversion.isValid) return blob
    await conversion.execute()
    return target.buffer ? new Blob([target.buffer], { type: blob.type }) : blob
  } catch {
    return blob
  }
}
