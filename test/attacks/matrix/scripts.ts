import { attack, type MatrixPart, row } from './row.ts'

/** What a script may try that a model wrote, or somebody through it. */
export const scripts: MatrixPart = {
  heading: 'A malicious script in code mode',
  rows: [
    row(
      'Escape from the sandbox',
      'Nothing of the process, the network or the files is there',
      attack('sandbox'),
      'escape',
      '15 ways',
    ),
    row(
      'Prototypes and globals turned against the host',
      'They are the script’s own, and end with it',
      attack('sandbox'),
      'prototype',
      '7 changes',
    ),
    row(
      'A script that never ends',
      'Stopped; others are answered meanwhile',
      attack('sandbox'),
      'endless loop',
      '1',
    ),
    row(
      'A script that takes all memory',
      'Stopped at 64 MB',
      attack('sandbox'),
      'memory bomb',
      '4 ways',
    ),
    row(
      'A script that calls without end',
      'Stopped after 200 calls, 8 at once',
      attack('sandbox'),
      '10,000 calls',
      '10,000 calls',
    ),
    row(
      'A script that says too much',
      'Stopped at 1,000,000 characters; what is long is shortened and recoverable',
      attack('sandbox'),
      'output flood',
      '3 ways',
    ),
    row(
      'Objects of the host in reach',
      'Only texts pass; all that a script can touch was made inside',
      attack('sandbox'),
      'host objects',
      '11 values',
    ),
    row(
      'A clock to measure by',
      'Its time stands still, and random numbers follow from it',
      attack('sandbox'),
      'timing',
      '200,000 turns and a call',
    ),
    row(
      'A tool nobody approved, or nobody agreed to',
      'Refused under every name; a confirm stops the script, which then goes on from there',
      attack('sandbox'),
      'tool not approved',
      '7 names',
    ),
    row(
      'Secrets of the daemon and its servers',
      'No text in reach holds one',
      attack('sandbox'),
      'secrets',
      'every global',
    ),
  ],
}
