// Every npm script begins with this. It is written so that any Node can read it: newer syntax or an import that is missing would end an
// old one with a stack of somebody else's file.
const floor = require('./package.json').engines.node.replace('>=', '')
const [major, minor] = process.version.slice(1).split('.').map(Number)
const [leastMajor, leastMinor] = floor.split('.').map(Number)

if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  console.error(`Patchbay needs Node ${floor} or newer. This is Node ${process.version.slice(1)}.`)
  process.exit(1)
}
