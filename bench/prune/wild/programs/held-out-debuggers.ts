import { lines, type Scenario } from '../scenario.ts'

/** Debuggers, tracers and profilers that nothing was chosen on. */
export const heldOutDebuggers: readonly Scenario[] = [
  {
    id: 'gdb',
    async capture(box) {
      box.write({
        'bus.c': `#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
struct stop { int people; struct stop *next; };
static void *wait_for_people(void *line) { for (;;) pause(); return line; }
static int count_people(struct stop *stop) { return stop->people + count_people(stop->next); }
static int plan_route(int line) {
  struct stop *last = calloc(1, sizeof *last), *first = calloc(1, sizeof *first);
  first->people = line; first->next = last;
  return count_people(first);
}
int main(void) {
  for (int line = 0; line < 40; line++) { pthread_t thread; pthread_create(&thread, 0, wait_for_people, (void *)(long)line); }
  usleep(300000);
  return plan_route(7);
}
`,
      })
      return box.shell(
        'gcc -g -O0 -pthread -o bus bus.c && gdb -nx -batch -ex "set debuginfod enabled off" -ex run -ex "thread apply all bt" ./bus',
      )
    },
  },
  {
    id: 'valgrind',
    capture(box) {
      box.write({
        'shop.c': `#include <stdlib.h>
#include <string.h>
${lines(14, (number) => `void *shelf_${number}(void) { return malloc(${number * 16}); }`)}
char *label(void) { char *text = malloc(8); strcpy(text, "bread"); return text; }
void sell(char *text) { text[0] = 'B'; }
int main(void) {
${lines(14, (number) => `  shelf_${number}();`)}
  char *text = label();
  free(text);
  sell(text);
  return 0;
}
`,
      })
      return box.shell('gcc -g -O0 -o shop shop.c && valgrind --leak-check=full ./shop')
    },
  },
  {
    id: 'strace',
    capture(box) {
      box.write({
        'start.py':
          'import json, os\nfor name in ("/etc/parcel.toml", os.path.expanduser("./parcel.toml")):\n    try:\n        open(name)\n    except OSError:\n        pass\ntry:\n    open("secret.key")\nexcept OSError:\n    pass\nprint("started with defaults")\n',
        'secret.key': 'x\n',
      })
      return box.shell(
        'chmod 755 . && chmod 600 secret.key && runuser -u nobody -- strace -e trace=file,read,write,mmap /usr/bin/python3 -I start.py',
      )
    },
  },
  {
    id: 'go-panic',
    capture(box) {
      box.write({
        'go.mod': 'module example.org/library\n\ngo 1.19\n',
        'main.go': `package main

import (
	"fmt"
	"time"
)

type shelf struct{ books []string }

func lend(s *shelf, at int) string { return s.books[at] }

func wait(number int, done chan bool) { <-done; fmt.Println(number) }

func main() {
	done := make(chan bool)
	for number := 0; number < 25; number++ {
		go wait(number, done)
	}
	time.Sleep(200 * time.Millisecond)
	fmt.Println(lend(&shelf{books: []string{"atlas", "novel"}}, 5))
}
`,
      })
      return box.shell('go build -o library . && GOTRACEBACK=all ./library')
    },
  },
  {
    id: 'rust-backtrace',
    capture(box) {
      box.write({
        'Cargo.toml': '[package]\nname = "parcels"\nversion = "0.1.0"\nedition = "2021"\n',
        'src/main.rs': `use std::collections::HashMap;
fn price(weights: &HashMap<u32, u32>, id: u32) -> u32 { *weights.get(&id).expect("a parcel without a weight") }
fn bill(weights: &HashMap<u32, u32>) -> u32 { (1..=150).map(|id| { let cents = price(weights, id) * 3; println!("parcel {id}: {cents} cents"); cents }).sum() }
fn main() {
    let weights: HashMap<u32, u32> = (1..=150).filter(|id| *id != 118).map(|id| (id, 100 + id)).collect();
    println!("{}", bill(&weights));
}
`,
      })
      return box.shell(
        'cargo build -q --offline; RUST_BACKTRACE=1 stdbuf -oL ./target/debug/parcels',
      )
    },
  },
  {
    id: 'jstack',
    capture(box) {
      box.write({
        'Bank.java': `import java.util.concurrent.*;
public class Bank {
  static final Object savings = new Object(), current = new Object();
  static void move(Object from, Object to) throws Exception {
    synchronized (from) { Thread.sleep(300); synchronized (to) { System.out.println("moved"); } }
  }
  static void run(String name, Callable<Void> work) {
    new Thread(() -> { try { work.call(); } catch (Exception error) { throw new RuntimeException(error); } }, name).start();
  }
  public static void main(String[] words) throws Exception {
    for (int n = 1; n <= 18; n++) run("teller-" + n, () -> { Thread.sleep(60_000); return null; });
    run("transfer-out", () -> { move(savings, current); return null; });
    run("transfer-back", () -> { move(current, savings); return null; });
  }
}
`,
      })
      return box.shell(
        'javac Bank.java && { java Bank & bank=$!; sleep 3; jstack $bank; kill $bank; wait $bank 2>/dev/null; }',
      )
    },
  },
  {
    id: 'class-histogram',
    capture(box) {
      box.write({
        'Cache.java': `import java.util.*;
public class Cache {
  static class Thumbnail { byte[] pixels = new byte[6000]; }
  public static void main(String[] words) throws Exception {
    List<Thumbnail> kept = new ArrayList<>();
    for (int n = 0; n < 9000; n++) kept.add(new Thumbnail());
    Thread.sleep(60_000);
    System.out.println(kept.size());
  }
}
`,
      })
      return box.shell(
        'javac Cache.java && { java Cache & cache=$!; sleep 3; jcmd $cache GC.class_histogram | tail -n +2 | head -220; kill $cache; wait $cache 2>/dev/null; }',
      )
    },
  },
  {
    id: 'gprof',
    capture(box) {
      box.write({
        'mix.c': `volatile long sink;\n${lines(30, (number) => `void stir_${number}(void) { for (long n = 0; n < ${number === 19 ? 900_000_000 : 4_000_000}; n++) sink += n; }`)}\nint main(void) {\n${lines(30, (number) => `  stir_${number}();`)}\n  return 0;\n}\n`,
      })
      return box.shell('gcc -pg -O0 -o mix mix.c && ./mix && gprof -b ./mix gmon.out')
    },
  },
  {
    id: 'cprofile',
    capture(box) {
      box.write({
        'report.py': `import json, re\n${lines(40, (number) => `def column_${number}(rows):\n    return json.dumps([row * ${number} for row in rows])\n`)}\ndef is_valid(row):\n    return re.match(r"[0-9]+", str(row)) is not None\n\ndef main():\n    rows = [row for row in range(50000) if is_valid(row)]\n${lines(40, (number) => `    column_${number}(rows[:200])`)}\n\nmain()\n`,
      })
      return box.shell('python3 -m cProfile -s name report.py')
    },
  },
  {
    id: 'trace-gc',
    capture(box) {
      box.write({
        'draw.js':
          'let kept = []\nfor (let n = 0; n < 260; n++) {\n  const page = Array.from({ length: 60000 }, (_, at) => ({ at, n }))\n  if (n % 20 === 0) kept.push(page)\n}\nconsole.log(kept.length)\n',
      })
      return box.shell(
        'node --trace-gc --max-semi-space-size=4 draw.js | sed -E "s/0x[0-9a-f]+/0x7f10/"',
      )
    },
  },
]
