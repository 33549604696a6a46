import { expect, test } from 'vitest'
import { printable } from './printable.ts'

test.each([
  ['plain\ttext\nof two lines\r\n', 'plain\ttext\nof two lines\r\n'],
  ['\u001b[1;31mred\u001b[0m', '\u001b[1;31mred\u001b[0m'],
  ['\u001b[2Jgone', '\ufffd[2Jgone'],
  ['\u001b]8;;http://evil.example\u0007link', '\ufffd]8;;http://evil.example\ufffdlink'],
  ['safe\roverwritten', 'safe\ufffdoverwritten'],
  ['\u009b31mred', '\ufffd31mred'],
  ['user\u202etxt.exe', 'user\ufffdtxt.exe'],
  ['héé 漢 🙂', 'héé 漢 🙂'],
])('shows %j as %j', (text, shown) => expect(printable(text)).toBe(shown))
