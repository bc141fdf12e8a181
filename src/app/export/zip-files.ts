import { crc32 } from '#media/png-chunks.ts'
import { ZipWriter } from './bundle/zip-writer.ts'

/** Files as one zip, in their order; names must differ. Throws an `ExportError` above 4 GB, and where a file cannot be read. */
export async function zipFiles(files: readonly { readonly name: string; readonly blob: Blob }[]): Promise<Blob> {
  const zip = new ZipWriter()
  for (const { name, blob } of files) {
    const crc = crc32(new Uint8Array(await blob.arrayBuffer()))
    zip.add(name, { kind: 'stored', blob, crc })
  }
  return zip.end()
}
