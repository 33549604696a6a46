// Where a Chrome or Chromium is on this machine; plain Node, because the set-up uses it before anything is installed.
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/snap/bin/chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** The browser that the environment names, else one on the path, in a usual place, or that Playwright keeps. */
export function findBrowser(environment = process.env) {
  const named = environment.CHROME_PATH || environment.CHROME_BIN
  const folders = (environment.PATH || '').split(delimiter).filter((folder) => folder !== '')
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  const candidates = [named, ...onPath, ...usualPlaces, ...playwrightBrowsers(environment)]
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path))
}

function playwrightBrowsers(environment) {
  const caches = [
    environment.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), '.cache/ms-playwright'),
    join(homedir(), 'Library/Caches/ms-playwright'),
    join(homedir(), 'AppData/Local/ms-playwright'),
  ].filter((folder) => folder !== undefined && existsSync(folder))
  return caches.flatMap((cache) =>
    readdirSync(cache)
      .filter((name) => name.startsWith('chromium'))
      .flatMap((name) => executables.map((path) => join(cache, name, path))),
  )
}

const executables = [
  'chrome-linux/chrome',
  'chrome-linux64/chrome',
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-linux/headless_shell',
  'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  'chrome-win/chrome.exe',
]
