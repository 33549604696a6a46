import { attack, e2e, guard, unit } from '../guard.ts'

const list = 'src/adapters/files/list-files.ts'
const plain = 'src/adapters/files/read-plain-file.ts'
const expand = 'src/adapters/files/expand-paths.ts'
const listTest = 'src/adapters/files/list-files.test.ts'

/** Which files are read, and whose settings are believed. */
export const fileGuards = [
  guard(
    'limit',
    'An Office file that unfolds without end is passed over',
    ['src/adapters/files/office/zip.ts', '{ maxOutputLength: most }', '{}'],
    unit('src/adapters/files/office/office-text.test.ts', 'unfolds without end'),
  ),
  guard(
    'limit',
    'No more folders are watched than the system has watches for',
    ['src/adapters/files/watch-paths.ts', 'folders.size > limit', 'false'],
    unit('src/adapters/files/watch-paths.test.ts', 'more folders than'),
  ),
  guard(
    'path',
    'A home below a folder is not indexed, nor does its writing count as a change',
    [list, 'entries.some(({ name }) => homeFiles.has(name))', 'false'],
    unit(listTest, 'a home of ours'),
  ),
  guard(
    'owner',
    'Sources of the configuration are read in the default namespace alone',
    [
      'src/compose/settings.ts',
      'namespace === defaultNamespace ? namedSources(loaded) : []',
      'namedSources(loaded)',
    ],
    unit('src/compose/settings.test.ts', 'default namespace alone'),
  ),
  guard(
    'limit',
    'One source is read at a time',
    [
      'src/core/knowledge/sources/sources.ts',
      'const mine = turn.then(',
      'const mine = Promise.resolve().then(',
    ],
    unit('src/core/knowledge/sources/sources.test.ts', 'one source at a time'),
  ),
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
    ['src/adapters/sqlite/lock.ts', "openSync(path, 'a', 0o600)", "openSync(path, 'a', 0o644)"],
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
  guard(
    'path',
    'A pattern where nothing may be read is compared with nothing',
    [expand, '!(await startsInside(path, mayRead))', 'false'],
    unit(listTest, 'learns nothing of other places'),
  ),
  guard(
    'path',
    'Whether something is there is not said of places that may not be read',
    [list, "isOutside ? 'outside_root' : skipByError(error)", 'skipByError(error)'],
    unit(listTest, 'learns nothing of other places'),
  ),
  guard(
    'path',
    'A pipe or device in a folder of memory is not waited for',
    [
      'src/adapters/jsonl/atomic.ts',
      'if (!facts.isFile()) throw refusal(`',
      'if (false) throw refusal(`',
    ],
    unit('src/adapters/jsonl/memories.test.ts', 'pipes and endless files'),
  ),
  guard(
    'limit',
    'A note without end is not read',
    ['src/adapters/jsonl/atomic.ts', 'if (facts.size > mostBytes)', 'if (false)'],
    unit('src/adapters/jsonl/memories.test.ts', 'pipes and endless files'),
  ),
  guard(
    'owner',
    'A configuration that others can write starts no program',
    ['src/config/require-own.ts', '(mode & 0o022) !== 0 && !isSticky', 'false'],
    unit('src/config/require-own.test.ts'),
  ),
  guard(
    'owner',
    'A configuration of somebody else starts no program',
    ['src/config/require-own.ts', 'uid !== ownId && uid !== 0', 'false'],
    unit('src/config/require-own.test.ts'),
  ),
  guard(
    'owner',
    'A namespace does not see the set-up of the daemon',
    [
      'src/operations/installation/installation.ts',
      'isOfDaemon(caller) || isPolicy.test(key)',
      'key.length > 0',
    ],
    e2e('namespaces', 'own set-up'),
  ),
  guard(
    'owner',
    'A namespace does not take models from any folder of the machine',
    ['src/operations/installation/models.ts', 'requireDaemon(caller)\n', '\n'],
    e2e('namespaces', 'own set-up'),
  ),
  guard(
    'allow-list',
    'A prune passes by no table of the configuration that it goes by',
    ['src/config/plain-home.ts', 'otherTables.has(table) ||', 'true ||'],
    unit('src/config/plain-home.test.ts'),
  ),
]
