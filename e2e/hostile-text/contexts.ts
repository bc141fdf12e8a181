type Wrap = (text: string) => string

const oneLine = (text: string) => text.replace(/\s+/g, ' ')
const indented = (text: string) => text.replace(/\n/g, '\n  ')

/** The places of Markdown in which a text may stand. */
export const textContexts: Readonly<Record<string, Wrap>> = {
  'by itself': (text) => text,
  'inside a line': (text) => `before ${oneLine(text)} after`,
  'in a heading': (text) => `# ${oneLine(text)}`,
  'in an underlined heading': (text) => `${oneLine(text)}\n===`,
  'in a quote': (text) => `> ${text.replace(/\n/g, '\n> ')}`,
  'in a list': (text) => `- ${indented(text)}\n- [ ] ${oneLine(text)}`,
  'in a list in a quote': (text) => `> 1. ${oneLine(text)}`,
  'in a table': (text) => `| ${oneLine(text).replace(/\|/g, '\\|')} | b |\n| :- | -: |\n| ${oneLine(text)} | ${text}`,
  'in emphasis': (text) => `***${oneLine(text)}*** ~~${oneLine(text)}~~ _${oneLine(text)}`,
  'in code': (text) => `\`${oneLine(text)}\` and \`\`${oneLine(text)}`,
  'in a fence': (text) => `\`\`\`html\n${text}\n\`\`\``,
  'in an open fence': (text) => `~~~svg\n${text}`,
  'as the name of a language': (text) => `\`\`\`${oneLine(text)}\nx\n\`\`\``,
  'as indented code': (text) => `    ${text.replace(/\n/g, '\n    ')}`,
  'as the words of a link': (text) => `[${oneLine(text)}](https://ok.test)`,
  'as the title of a link': (text) => `[a](https://ok.test '${oneLine(text)}')`,
  'as the description of an image': (text) => `![${oneLine(text)}](https://ok.test/a.png "${oneLine(text)}")`,
  'in a footnote': (text) => `a[^1]\n\n[^1]: ${indented(text)}`,
  'as a label': (text) => `[${oneLine(text)}][] ![${oneLine(text)}]\n\n[${oneLine(text)}]: https://ok.test`,
  'in an element': (text) => `<div class="a">\n\n${text}\n\n</div>`,
  'in a comment': (text) => `<!-- ${text}`,
  'as references': (text) => text.replace(/[<>"&]/g, (sign) => `&#${sign.codePointAt(0)};`),
  escaped: (text) => text.replace(/[<>"[\]()]/g, '\\$&'),
  'as mathematics': (text) => `$$\n${text}\n$$ and $${oneLine(text)}$`,
  'as a diagram': (text) => `\`\`\`mermaid\nflowchart LR\n  A["${oneLine(text)}"] --> B\n\`\`\``,
}

/** The places of Markdown in which an address may stand. */
export const addressContexts: Readonly<Record<string, Wrap>> = {
  'as a link': (address) => `[a](${address})`,
  'as a link in angles': (address) => `[a](<${address}> "title")`,
  'as an image': (address) => `![a](${address})`,
  'as an image in angles': (address) => `![a](<${address}>)`,
  'as an image in a link': (address) => `[![a](${address})](${address})`,
  'as an autolink': (address) => `<${address}>`,
  bare: (address) => `see ${address} and www.${address}`,
  'as a reference': (address) => `[a] ![a][a] [b][a]\n\n[a]: ${address} 'title'`,
  'as a reference in angles': (address) => `![a]\n\n[a]: <${address}>`,
  'in a heading, a list and a quote': (address) => `# [a](${address})\n\n> - [a](${address})\n`,
  'in a table': (address) => `| a |\n| - |\n| [a](${address}) ![a](${address}) |`,
  'in a footnote': (address) => `a[^a]\n\n[^a]: [a](${address}) ![b](${address})`,
  'in an anchor': (address) => `<a href="${address}">a</a> <img src='${address}'>`,
  'without an end': (address) => `[a](${address}`,
}
