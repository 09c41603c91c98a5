package lint

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// A rule says who may import whom. It is written in a small language:
//
//	a, b < c;    c may import a and b, and whatever those may import
//	a < b < c;   the same as a < b; b < c;
//	a !< b;      b must not import a, and no chain of < may allow it
//	# to the end of the line is a comment
//
// What the rule does not name may be imported by nobody.
type rule struct {
	allowed map[string]map[string]bool // importer → imported
	banned  map[[2]string]string       // importer, imported → statement
	source  map[string][]string        // importer → statements that name it right of <
}

func parseRule(text string) (*rule, error) {
	r := &rule{
		allowed: make(map[string]map[string]bool),
		banned:  make(map[[2]string]string),
		source:  make(map[string][]string),
	}
	for statement := range strings.SplitSeq(stripComments(text), ";") {
		if statement = strings.Join(strings.Fields(statement), " "); statement == "" {
			continue
		}
		if err := r.add(statement); err != nil {
			return nil, fmt.Errorf("import rule, %q: %w", statement+";", err)
		}
	}
	r.close()
	return r, r.contradiction()
}

func stripComments(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		code, _, _ := strings.Cut(line, "#")
		b.WriteString(code + "\n")
	}
	return b.String()
}

func (r *rule) add(statement string) error {
	if low, high, ok := strings.Cut(statement, "!<"); ok {
		return r.addEach(low, high, func(imported, importer string) {
			r.banned[[2]string{importer, imported}] = statement + ";"
		})
	}
	levels := strings.Split(statement, "<")
	for i, high := range levels[1:] {
		err := r.addEach(levels[i], high, func(imported, importer string) { r.allow(importer, imported) })
		if err != nil {
			return err
		}
		for importer := range strings.SplitSeq(high, ",") {
			name := strings.TrimSpace(importer)
			r.source[name] = append(r.source[name], statement+";")
		}
	}
	if len(levels) == 1 {
		return fmt.Errorf("neither < nor !<")
	}
	return nil
}

// addEach calls fn for each pair of a name in the list low and one in high.
func (r *rule) addEach(low, high string, fn func(imported, importer string)) error {
	for imported := range strings.SplitSeq(low, ",") {
		for importer := range strings.SplitSeq(high, ",") {
			imported, importer := strings.TrimSpace(imported), strings.TrimSpace(importer)
			if imported == "" || importer == "" || strings.ContainsAny(imported+importer, " <!") {
				return fmt.Errorf("not a list of packages")
			}
			fn(imported, importer)
		}
	}
	return nil
}

func (r *rule) allow(importer, imported string) {
	for _, name := range []string{importer, imported} {
		if r.allowed[name] == nil {
			r.allowed[name] = make(map[string]bool)
		}
	}
	r.allowed[importer][imported] = true
}

// close adds what follows from two steps being allowed, until nothing is new.
func (r *rule) close() {
	for grown := true; grown; {
		grown = false
		for _, below := range r.allowed {
			before := len(below)
			for middle := range maps.Clone(below) {
				maps.Copy(below, r.allowed[middle])
			}
			grown = grown || len(below) > before
		}
	}
}

func (r *rule) contradiction() error {
	for _, name := range slices.Sorted(maps.Keys(r.allowed)) {
		if r.allowed[name][name] {
			return fmt.Errorf("import rule: %s stands below itself", name)
		}
	}
	for pair, statement := range r.banned {
		if r.allowed[pair[0]][pair[1]] {
			return fmt.Errorf("import rule: %q, yet a chain of < allows it", statement)
		}
	}
	return nil
}

// verdict returns "" if importer may import imported, or where to read why not.
func (r *rule) verdict(importer, imported string) string {
	if r.allowed[importer][imported] {
		return ""
	}
	if statement := r.banned[[2]string{importer, imported}]; statement != "" {
		return fmt.Sprintf("read `%s`", statement)
	}
	if sources := r.source[importer]; len(sources) > 0 {
		return fmt.Sprintf("all it may import follows from `%s`", strings.Join(sources, "` and `"))
	}
	return fmt.Sprintf("no line with %s right of a < allows it any import of ours", importer)
}

func TestRuleIsTransitiveDownwardsOnly(t *testing.T) {
	r, err := parseRule("a, b < c; # comment < ignored;\n c < d < e; d !< b;")
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range []string{"ca", "cb", "da", "ea", "eb", "ec", "ed"} {
		if why := r.verdict(pair[:1], pair[1:]); why != "" {
			t.Errorf("%s may not import %s: %s", pair[:1], pair[1:], why)
		}
	}
	for _, pair := range []string{"ac", "ab", "ce", "bd", "xa", "ex"} {
		if why := r.verdict(pair[:1], pair[1:]); why == "" {
			t.Errorf("%s may import %s", pair[:1], pair[1:])
		}
	}
}

func TestRuleNamesTheLineToRead(t *testing.T) {
	r, err := parseRule("a < b; a < c; b !< c;")
	if err != nil {
		t.Fatal(err)
	}
	for pair, want := range map[string]string{"cb": "`b !< c;`", "bc": "`a < b;`", "ab": "no line with a"} {
		if got := r.verdict(pair[:1], pair[1:]); !strings.Contains(got, want) {
			t.Errorf("%s importing %s: %q does not point to %s", pair[:1], pair[1:], got, want)
		}
	}
}

func TestMalformedRuleIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"a < b < a;":            "below itself",
		"a < b; b < c; a !< c;": "chain of < allows it",
		"a b < c;":              "not a list",
		"a, < c;":               "not a list",
		"a;":                    "neither",
		"< a;":                  "not a list",
	} {
		if _, err := parseRule(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
}
