import { lines, type Scenario } from '../scenario.ts'

const areas = ['basket', 'stock', 'prices', 'taxes', 'parcels', 'accounts', 'vouchers', 'refunds']

/** The tests of one area as a runner with `describe` and `it` reads them; some of them fail. */
function jsTests(area: string, count: number, failing: Readonly<Record<number, string>>): string {
  return `describe('${area}', () => {
${lines(count, (number) => `  it('${area} rule ${number} holds', ${failing[number] ?? '() => { if (1 + 1 !== 2) throw new Error() }'})`)}
})
`
}

const jsFailures: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  stock: {
    7: "() => { assert.strictEqual([3, 4].reduce((a, b) => a + b, 0), 8, 'reserved pieces are counted twice') }",
  },
  taxes: {
    12: 'async () => { const rate = JSON.parse(\'{"rate": }\'); assert.ok(rate) }',
    13: '() => { assert.deepStrictEqual({ net: 100, tax: 19 }, { net: 100, tax: 20 }) }',
  },
  refunds: { 21: '() => { const order = undefined; return order.total }' },
}

function nodeTests(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    areas.map((area) => [
      `test/${area}.test.js`,
      `const { describe, it } = require('node:test')\nconst assert = require('node:assert')\n${jsTests(area, 24, jsFailures[area] ?? {})}`,
    ]),
  )
}

export const testRunners: readonly Scenario[] = [
  {
    id: 'node-test-tap',
    capture(box) {
      box.write(nodeTests())
      return box.shell('node --test --test-reporter=tap')
    },
  },
  {
    id: 'node-test-spec',
    capture(box) {
      box.write(nodeTests())
      return box.shell('node --test --test-reporter=spec')
    },
  },
  {
    id: 'jest',
    capture(box) {
      box.write({
        'package.json': '{"name": "shop"}',
        ...Object.fromEntries(
          areas.map((area) => [
            `src/${area}.test.js`,
            jsTests(
              area,
              18,
              area === 'prices'
                ? {
                    4: "() => { expect({ total: 12.5, currency: 'EUR' }).toEqual({ total: 12.05, currency: 'EUR' }) }",
                  }
                : area === 'vouchers'
                  ? {
                      9: "() => { expect(['SPRING', 'SUMMER']).toContain('WINTER') }",
                      10: "() => { throw new TypeError('voucher.expires is not a function') }",
                    }
                  : {},
            ),
          ]),
        ),
      })
      return box.shell('jest --verbose')
    },
  },
  {
    id: 'vitest',
    capture(box) {
      box.write(
        Object.fromEntries(
          areas.map((area) => [
            `src/${area}.test.ts`,
            jsTests(
              area,
              16,
              area === 'parcels'
                ? {
                    3: '() => { expect(Math.ceil(31 / 10)).toBe(3) }',
                    11: "async () => { await Promise.reject(new Error('carrier north did not answer')) }",
                  }
                : area === 'accounts'
                  ? {
                      5: "() => { expect({ name: 'ann', roles: ['buyer'] }).toEqual({ name: 'ann', roles: ['admin'] }) }",
                    }
                  : {},
            ),
          ]),
        ),
      )
      return box.shell('vitest run --globals --root . --reporter=verbose')
    },
  },
  {
    id: 'pytest',
    capture(box) {
      box.write(
        Object.fromEntries(
          areas.map((area) => [
            `tests/test_${area}.py`,
            `import pytest\n\n${area === 'accounts' ? accountTests : area === 'parcels' ? parcelTests : ''}
${lines(20, (number) => `def test_${area}_rule_${number}():\n    assert ${number} * 2 == ${number} + ${number}\n`)}`,
          ]),
        ),
      )
      return box.shell('python3 -m pytest -v')
    },
  },
  {
    id: 'pytest-deep-trace',
    capture(box) {
      box.write({
        'walk.py': `def depth(node, level=0):\n    if level == 14:\n        return node["children"][0]\n    return depth(node, level + 1)\n`,
        'tests/test_walk.py': `from walk import depth\n\n\n${lines(60, (number) => `def test_tree_{0}():\n    assert True\n`.replace('{0}', String(number)))}\n\ndef test_a_leaf_has_no_children():\n    assert depth({"name": "leaf"}) is None\n\n\ndef test_sizes_add_up():\n    assert sum([1, 2, 3]) == 7\n`,
        'conftest.py': 'import sys, os\nsys.path.insert(0, os.path.dirname(__file__))\n',
      })
      return box.shell('python3 -m pytest --tb=long')
    },
  },
  {
    id: 'surefire',
    capture(box) {
      box.write({ 'pom.xml': pom, ...javaTests() })
      return box.shell('mvn -B -ntp -Dstyle.color=never test')
    },
  },
  {
    id: 'go-test',
    capture(box) {
      box.write({
        'go.mod': 'module example.org/shop\n\ngo 1.19\n',
        ...Object.fromEntries(
          areas.map((area) => [
            `${area}/${area}_test.go`,
            `package ${area}\n\nimport "testing"\n\n${lines(12, (number) => `func TestRule${number}(t *testing.T) {\n\tif ${number} == 0 {\n\t\tt.Fatal("zero")\n\t}\n}\n`)}\n${area === 'parcels' ? goFailure : area === 'taxes' ? goPanic : ''}`,
          ]),
        ),
      })
      return box.shell('go test -v ./...')
    },
  },
  {
    id: 'cargo-test',
    capture(box) {
      box.write({
        'Cargo.toml': '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n',
        'src/lib.rs': `pub fn cents(text: &str) -> u64 {\n    text.replace('.', "").parse().unwrap()\n}\n\n#[cfg(test)]\nmod tests {\n    use super::*;\n\n${lines(90, (number) => `    #[test]\n    fn price_${number}_is_read() {\n        assert_eq!(cents("${number}.00"), ${number}00);\n    }\n`)}
    #[test]
    fn a_price_without_cents_is_read() {
        assert_eq!(cents("12"), 1200);
    }

    #[test]
    fn a_comma_is_refused_politely() {
        assert_eq!(cents("12,50"), 1250);
    }
}
`,
      })
      return box.shell('cargo test --offline')
    },
  },
]

const accountTests = `
class Account:
    def __init__(self, balance):
        self.balance = balance

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError(f"cannot withdraw {amount} from {self.balance}")
        self.balance -= amount


def test_an_overdraft_is_allowed_up_to_the_limit():
    account = Account(50)
    account.withdraw(80)


def test_the_statement_lists_every_booking():
    bookings = ["rent", "salary", "food"]
    assert bookings == ["rent", "food"]
`

const parcelTests = `
@pytest.fixture
def carrier():
    return {"name": "north", "rates": {}}


def test_the_rate_of_a_heavy_parcel(carrier):
    assert carrier["rates"]["heavy"] == 12
`

const goFailure = `func TestHeavyParcelIsSplit(t *testing.T) {
	pieces := 1
	if pieces != 2 {
		t.Errorf("split into %d pieces, want 2", pieces)
	}
}
`

const goPanic = `func TestRateOfUnknownCountry(t *testing.T) {
	var rates map[string]float64
	rates["xx"] = 0.2
}
`

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.example</groupId>
  <artifactId>shop</artifactId>
  <version>1.0</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>5.11.4</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
  <build><plugins>
  <plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
  <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version></plugin>
  <plugin>
    <groupId>org.apache.maven.plugins</groupId>
    <artifactId>maven-surefire-plugin</artifactId>
    <version>3.5.2</version>
    <dependencies><dependency><groupId>org.codehaus.plexus</groupId><artifactId>plexus-utils</artifactId><version>4.1.0</version></dependency></dependencies>
    <configuration><trimStackTrace>false</trimStackTrace></configuration>
  </plugin></plugins></build>
</project>
`

function javaTests(): Readonly<Record<string, string>> {
  const failing: Readonly<Record<string, string>> = {
    Taxes:
      '  @Test void theReducedRateIsSevenPercent() { Assertions.assertEquals(0.07, 0.19, "reduced rate"); }\n',
    Parcels:
      '  @Test void aParcelWithoutAnAddressIsRefused() { String address = null; address.trim(); }\n  @Test void theCheapestCarrierWins() { Assertions.assertEquals("north", "south"); }\n',
  }
  return Object.fromEntries(
    areas.map((area) => {
      const name = area.charAt(0).toUpperCase() + area.slice(1)
      return [
        `src/test/java/shop/${name}Test.java`,
        `package shop;\nimport org.junit.jupiter.api.*;\nclass ${name}Test {\n${lines(10, (number) => `  @Test void rule${number}() { Assertions.assertTrue(${number} > 0); }`)}\n${failing[name] ?? ''}}\n`,
      ]
    }),
  )
}
