import { attack, e2e, guard, unit } from '../guard.ts'

const list = 'src/adapters/files/list-files.ts'
const plain = 'src/adapters/files/read-plain-file.ts'
const expand = 'src/adapters/files/expand-paths.ts'
const listTest = 'src/adapters/files/list-files.test.ts'

/** Which files are read, and whose settings are believed. */
export const fileGuards = [
  guard(
    'path',
    'Callers over the network read below the configured roots only',
    [list, '!isAllowed(real, options.allowedRoots)', 'false'],
    e2e('knowledge-ingest', 'keeps callers over the network'),
  ),
  guard(
    'path',
    'A link below a folder is not followed',
    [list, "if (facts.isSymbolicLink()) return skip('link')", ''],
    unit(listTest, 'links: to files'),
  ),
  guard(
    'path',
    'Pipes, sockets and devices are passed over',
    [list, "if (!facts.isFile()) return skip('special')", ''],
    unit(listTest, 'pipes and sockets'),
  ),
  guard(
    'path',
    'A file that becomes a pipe is not waited for',
    [plain, ' | constants.O_NONBLOCK', ''],
    unit(listTest, 'what changes between the listing and the reading'),
  ),
  guard(
    'path',
    'A file that becomes something else is not read',
    [plain, "if (!(await file.stat()).isFile()) return 'special'", ''],
    unit(listTest, 'what changes between the listing and the reading'),
  ),
  guard(
    'path',
    'A folder that becomes a link is not followed',
    [plain, '(await realpath(full)) === full ?', 'true ?'],
    unit(listTest, 'a folder above it that becomes a link'),
  ),
  guard(
    'path',
    'A pattern stays below the folder it starts from',
    [expand, "if (below === '..' || ", 'if (false && '],
    unit(listTest, 'what a pattern matches'),
    unit(listTest, 'also where it climbs'),
  ),
  guard(
    'path',
    'A pattern follows no link',
    [expand, "(await realpath(match)) === join(root, below) ? undefined : 'link'", 'undefined'],
    unit(listTest, 'what a pattern matches'),
  ),
  guard(
    'limit',
    'A file over the limit is passed over',
    [list, "if (facts.size > walk.options.maxFileBytes) return skip('too_large')", ''],
    unit(listTest),
    e2e('knowledge-ingest'),
  ),
  guard(
    'signature',
    'The settings of a folder count only once they are trusted',
    ['src/config/load.ts', 'hasProject && isTrusted(home, project)', 'hasProject'],
    unit('src/config/load.test.ts', 'reads the configuration of a folder only while'),
  ),
  guard(
    'signature',
    'Trust is in the content of a file',
    [
      'src/config/trust.ts',
      'readTrust(home)[file] === fingerprint(file)',
      'file in readTrust(home)',
    ],
    unit('src/config/load.test.ts', 'reads the configuration of a folder only while'),
  ),
  guard(
    'path',
    'A namespace has a plain name, so that it stays in its folder',
    [
      'src/config/load.ts',
      'if (/^[a-z][a-z0-9_]{0,39}$/.test(name)) return name',
      'if (name) return name',
    ],
    e2e('namespaces', 'a command works on the namespace it names'),
  ),
  guard(
    'path',
    'A model has a plain name, so that it stays in its folder',
    [
      'src/adapters/onnx/model-shelf.ts',
      'if (/^\\w[\\w.-]{0,99}$/.test(name)) return',
      'if (name) return',
    ],
    attack('traversal'),
    unit('src/adapters/onnx/model-shelf.test.ts'),
  ),
  guard(
    'path',
    'Files are for their owner alone',
    [
      'src/adapters/sqlite/private-file.ts',
      "openSync(path, 'a', 0o600)",
      "openSync(path, 'a', 0o644)",
    ],
    attack('privacy', 'a stolen or shared disk'),
  ),
  guard(
    'path',
    'Folders are for their owner alone',
    ['src/config/make-folder.ts', '0o700', '0o755'],
    unit('src/config/make-folder.test.ts'),
  ),
  guard(
    'path',
    'Who comes over the network is held to the roots',
    [
      'src/core/knowledge/knowledge.ts',
      '...(isLocalPerson ? {} : { allowedRoots: settings.allowedRoots })',
      '...{}',
    ],
    e2e('knowledge-ingest', 'keeps callers over the network'),
  ),
]
