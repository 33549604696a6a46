/** Lines that only a build or a test prints, each of them once at most in a run. */
const runLines = new RegExp(
  [
    String.raw`^={3,} test session starts =|^={3,} (?:\d+ \w+(?:, )?)+ in [\d.]+s`,
    String.raw`^Ran \d+ tests? in [\d.]+s$`,
    String.raw`^(?:Tests|Test Suites|Test Files):? +\d+ (?:passed|failed)`,
    '^(?:npm ERR!|npm error) ',
    String.raw`^\[(?:INFO|ERROR)\] BUILD (?:SUCCESS|FAILURE)|^BUILD (?:SUCCESSFUL|FAILED) in `,
    String.raw`^test result: (?:ok|FAILED)\. \d+ passed`,
    String.raw`^--- (?:PASS|FAIL): \w+ \([\d.]+s\)|^(?:ok|FAIL)\t\S+\t[\d.]+s`,
    String.raw`^error: could not compile |^make(?:\[\d+\])?: \*\*\* `,
    String.raw`^Found \d+ errors? in \d+ files?`,
  ].join('|'),
  'm',
)

/** Whether a text is the output of a build or a test, whatever was called; source that quotes one is indented or quoted. */
export function isOutputOfRun(text: string): boolean {
  return runLines.test(text)
}
