import { type Box, lines, type Scenario } from '../scenario.ts'

const subjects = [
  'Show the delivery date in the basket',
  'Move the price rules to a file of their own',
  'Test that an empty basket has no total',
  'Rename the stock table',
  'Say which voucher was refused',
  'Log the carrier of each parcel',
  'Ask for the postcode before the street',
]

/** A history of `count` commits; every one in `special` says something of its own. */
export async function history(
  box: Box,
  count: number,
  special: Readonly<Record<number, string>>,
): Promise<void> {
  const steps = Array.from({ length: count }, (_, index) => {
    const number = index + 1
    const subject = subjects[number % subjects.length]
    const message =
      special[number] ?? `${subject} (${number})\n\nPart ${number} of the rework of the shop.`
    const date = new Date(Date.UTC(2026, 0, 1, number)).toISOString()
    box.write({ [`messages/${number}`]: message })
    return `export GIT_AUTHOR_DATE=${date} GIT_COMMITTER_DATE=${date}\necho "line ${number}" >> notes.txt\ngit add notes.txt\ngit commit -q -F messages/${number}`
  })
  await box.shell(`git init -q -b main\n${steps.join('\n')}`)
}

export const git: readonly Scenario[] = [
  {
    id: 'git-log',
    async capture(box) {
      await history(box, 220, {
        87: 'Round refunds to whole cents\n\nA refund of a third of an order lost a cent, since each position\nwas rounded by itself.',
        140: 'Let parcels be cancelled\n\nUntil the carrier has fetched them.',
      })
      return box.shell('git log')
    },
  },
  {
    id: 'git-diff',
    async capture(box) {
      const file = (part: number, retries: number, suffix: string): string =>
        `// Part ${part}.\n${lines(30, (number) => `export const setting${number} = ${number * part}`)}\nexport const retries = ${retries}\n${lines(20, (number) => `export function step${number}() { return 'step ${number}${number % 6 === 0 ? suffix : ''}' }`)}\n`
      const tree = (suffix: string): Readonly<Record<string, string>> =>
        Object.fromEntries(
          Array.from({ length: 24 }, (_, index) => [
            `src/part-${index + 1}.js`,
            file(index + 1, suffix !== '' && index === 16 ? 9 : 3, suffix),
          ]),
        )
      box.write(tree(''))
      await box.shell('git init -q -b main && git add . && git commit -q -m start')
      box.write(tree(' of the new flow'))
      return box.shell('git diff')
    },
  },
  {
    id: 'git-blame',
    async capture(box) {
      box.write({
        'settings.ini': `${lines(120, (number) => `option_${number} = ${number}`)}\ntimeout_seconds = 30\n${lines(60, (number) => `limit_${number} = ${number}`)}\n`,
      })
      await box.shell(
        `git init -q -b main && git add . && GIT_AUTHOR_DATE=2026-01-05T10:00:00Z GIT_AUTHOR_NAME=ann git commit -q -m start
sed -i 's/^option_7 .*/option_7 = 70/' settings.ini && GIT_AUTHOR_DATE=2026-02-01T10:00:00Z GIT_AUTHOR_NAME=bo git commit -qam seven
sed -i 's/^timeout_seconds.*/timeout_seconds = 5/' settings.ini && GIT_AUTHOR_DATE=2026-03-09T10:00:00Z GIT_AUTHOR_NAME=cy git commit -qam timeout`,
      )
      return box.shell('git blame settings.ini')
    },
  },
]
