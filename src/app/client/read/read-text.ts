/**
 * The body of a reply as text (UTF-8). Never throws: `whole` is false where it broke off or went on behind `cap` bytes,
 * and `text` is what came until then.
 */
export async function readText(reply: Response, cap: number): Promise<{ text: string; whole: boolean }> {
  const bytes = reply.body?.getReader()
  const decoder = new TextDecoder()
  const parts: string[] = []
  let size = 0
  let whole = false
  try {
    while (bytes && size <= cap && !whole) {
      const step = await bytes.read()
      whole = step.done
      size += step.value?.byteLength ?? 0
      parts.push(step.done ? decoder.decode() : decoder.decode(step.value, { stream: true }))
    }
    await bytes?.cancel()
  } catch {
    whole = false
  }
  return { text: parts.join(''), whole: whole || bytes === undefined }
}
