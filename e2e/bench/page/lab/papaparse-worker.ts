import papaparse from 'papaparse'

/** papaparse, bare: the text of a file becomes rows, each an object with the names of the columns. */
addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  const [head = [], ...rows] = papaparse.parse(await data.text(), { delimiter: ',' }).data
  postMessage(rows.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at]]))))
})
