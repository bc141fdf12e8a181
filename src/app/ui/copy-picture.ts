/** Puts a picture into the clipboard as PNG, the one format that all browsers take there. Gives the words for what came of it. */
export async function copyPicture(blob: Blob): Promise<{ readonly copied: boolean; readonly words: string }> {
  if (typeof ClipboardItem === 'undefined' || !navigator.clipboard?.write)
    return { copied: false, words: 'This browser lets no page copy pictures here: save it instead.' }
  try {
    // Handed over as a promise: some browsers take a picture only in the moment of the press.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': asPng(blob) })])
    return { copied: true, words: 'Copied as PNG.' }
  } catch {
    return { copied: false, words: 'The browser did not allow it: save the picture instead.' }
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
    canvas.toBlob((png) => (png ? done(png) : fail(new Error('The picture cannot be drawn.'))), 'image/png')
  })
}
