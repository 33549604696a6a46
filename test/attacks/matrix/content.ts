import { attack, e2e, type MatrixPart, row } from './row.ts'

/** What texts may hold. */
export const texts: MatrixPart = {
  heading: 'A malicious document, log or tool result',
  rows: [
    row(
      'Prompt injection, forged markers',
      'Lines like any other; goals are data',
      attack('strangers'),
      'a malicious text',
      '2 in 300 lines',
    ),
    row(
      'Terminal escapes',
      'Shown, not sent; a pipe gets every byte',
      attack('terminal'),
      'names, texts and errors that command',
      '14 commands',
    ),
    row('HTML in data', 'Never markup', e2e('dashboard-hostile'), 'stay texts in', 'every view'),
    row(
      'Bidirectional text',
      'Shown as what it is',
      e2e('dashboard-hostile'),
      'an override that would turn a name around',
      '1',
    ),
    row(
      'Links out of a folder',
      'Neither read nor followed',
      e2e('knowledge-ingest'),
      'never leaves the named folder',
      'links, pipes, sockets, patterns, secrets',
    ),
    row(
      'Device nodes in a folder',
      'Passed over, with their reason',
      'src/adapters/files/list-files.test.ts',
      'devices',
      '2 devices',
    ),
    row(
      'A file or folder that becomes a link, a pipe or nothing while it is read',
      'Not followed and not waited for',
      'src/adapters/files/list-files.test.ts',
      'a folder above it that becomes a link',
      '5 changes',
    ),
    row(
      'Files that unfold, patterns that backtrack',
      'Limits on time and size, in a thread of their own',
      attack('complexity'),
      'files that unfold',
      '8 files',
    ),
  ],
}

/** What folders, ids and requests may hold. */
export const repository: MatrixPart = {
  heading: 'A malicious repository, id or request',
  rows: [
    row(
      'Project-local configuration that runs commands or redirects',
      'Not read until trusted as it is',
      attack('strangers'),
      'a malicious repository',
      '3 files, 5 commands',
    ),
    row(
      'Trust given, then the file changed',
      'Trust is in the content',
      'src/config/load.test.ts',
      'reads the configuration of a folder only while it is trusted',
      '1',
    ),
    row(
      'Commands in a request',
      'Nothing is started from what a request says',
      attack('strangers'),
      'nothing is started from what a request says',
      'every operation, 3 inputs',
    ),
    row(
      'Path traversal in ids, names and files',
      'Nothing outside is read or written',
      attack('traversal'),
      'a path in place of any id',
      '14 paths in every text field of every operation',
    ),
    row(
      'Callers over the network naming files',
      'Below the configured roots only',
      e2e('knowledge-ingest'),
      'keeps callers over the network',
      '1',
    ),
    row(
      'Request smuggling',
      'No second request reaches a provider',
      attack('smuggling'),
      'a second request hidden behind',
      '7 ways',
    ),
    row(
      'Header injection, hop-by-hop headers',
      'Stripped before a provider sees them',
      attack('smuggling'),
      'what concerns one connection',
      '4 headers',
    ),
  ],
}
