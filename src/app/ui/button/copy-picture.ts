/** Copies a picture as PNG, the only format that all browsers accept. `words` is a message about the result. */
export async function copyPicture(blob: Blob): Promise<{ readonly copied: boolean; readonly words: string }> {
  if (typeof ClipboardItem === 'undefined' || !navigator.clipboard?.write)
    return { copied: false, words: 'This browser cannot copy images here. Download it instead.' }
  try {
    // As a promise: some browsers require the call within the user gesture.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': asPng(blob) })])
    return { copied: true, words: 'Copied as PNG.' }
  } catch {
    return { copied: false, words: 'The browser blocked copying. Download the image instead.' }
  }
}

async function asPng(blob: Blob): Promise<Blob> {
  if (blob.type === 'image/png') return blob
  const bitmap = await createImageBitmap(blob)
  const canvas = document.createElement('canvas')
  canvas.width = bitmap.width
  canvas.height = bitmap.height
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  bitmap.close()
  return await new Promise((done, fail) => {
    canvas.toBlob((png) => (png ? done(png) : fail(new Error('The image cannot be displayed.'))), 'image/png')
  })
}
