// The program inside the single executable: lays its files into the user's cache once, and runs them from there.
const { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } = require('node:fs')
const { homedir } = require('node:os')
const { dirname, join } = require('node:path')
const { getAsset } = require('node:sea')
const { pathToFileURL } = require('node:url')
const vm = require('node:vm')
const { zstdDecompressSync } = require('node:zlib')

const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env
const cache = join(LOCALAPPDATA ?? XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'tamis')
const folder = join(cache, getAsset('digest', 'utf8'))
if (!existsSync(folder)) unpack()

// A command that starts itself names its program first, as with Node and a script; here both are one.
if (process.argv[2] === process.execPath) process.argv.splice(2, 1)
// Options of Node are built in: handed on, they would be words.
process.execArgv.length = 0

// Only so may the program of an executable import a file.
const load = new vm.Script('(url) => import(url)', {
  importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
}).runInThisContext()
load(pathToFileURL(join(folder, 'dist/main.js')).href)

/** Laid down elsewhere and put in place at once: of those that start side by side the first wins. */
function unpack() {
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  const made = mkdtempSync(join(cache, 'new-'))
  const archive = zstdDecompressSync(getAsset('files'))
  const headerBytes = archive.readUInt32LE(0)
  const files = JSON.parse(archive.toString('utf8', 4, 4 + headerBytes))
  let at = 4 + headerBytes
  for (const [path, bytes] of files) {
    mkdirSync(dirname(join(made, path)), { recursive: true })
    writeFileSync(join(made, path), archive.subarray(at, at + bytes))
    at += bytes
  }
  try {
    renameSync(made, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(made, { recursive: true })
  }
}
