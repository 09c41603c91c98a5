package lint

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

var (
	inlineCode    = regexp.MustCompile("`[^`]*`")
	inlineLink    = regexp.MustCompile(`\]\(([^()\s]+)(?:\s+"[^"]*")?\)`)
	linkReference = regexp.MustCompile(`^ {0,3}\[[^\]]+\]:\s+(\S+)`)
	absoluteLink  = regexp.MustCompile(`^[a-z][a-z0-9+.-]*:`)
)

// checkLinks wants every relative link in Markdown to lead to a file or folder of
// the repository and, if it has a fragment, to a heading there.
func checkLinks(r repo) (complaints []string) {
	for _, f := range r.sorted((*file).isMarkdown) {
		f.eachProseLine(func(number int, line string) {
			for _, target := range linksIn(line) {
				if why := r.deadLink(f, target); why != "" {
					complaints = append(complaints, fmt.Sprintf("%s:%d: link to %s: %s", f.path, number, target, why))
				}
			}
		})
	}
	return complaints
}

func (f *file) isMarkdown() bool { return strings.HasSuffix(f.path, ".md") }

// eachProseLine leaves out fenced code.
func (f *file) eachProseLine(fn func(number int, line string)) {
	number, fenced := 0, false
	for line := range strings.Lines(f.text) {
		number++
		if strings.HasPrefix(strings.TrimSpace(line), "```") {
			fenced = !fenced
		} else if !fenced {
			fn(number, line)
		}
	}
}

// linksIn returns the targets of the relative links of a line.
func linksIn(line string) (targets []string) {
	line = inlineCode.ReplaceAllString(line, "")
	for _, pattern := range []*regexp.Regexp{inlineLink, linkReference} {
		for _, match := range pattern.FindAllStringSubmatch(line, -1) {
			if !absoluteLink.MatchString(match[1]) {
				targets = append(targets, match[1])
			}
		}
	}
	return targets
}

// deadLink returns "" for a link that leads somewhere.
func (r repo) deadLink(from *file, target string) string {
	name, fragment, hasFragment := strings.Cut(target, "#")
	if strings.HasPrefix(name, "/") {
		return "begins with a slash"
	}
	destination := from
	if name != "" {
		full := path.Join(from.dir(), name)
		destination = r[full]
		if destination == nil && !r.hasFolder(full) {
			return "no such file"
		}
	}
	if hasFragment && (destination == nil || destination.isMarkdown() && !destination.hasHeading(fragment)) {
		return "no such heading"
	}
	return ""
}

func (r repo) hasFolder(name string) bool {
	for file := range r {
		if name == "." || strings.HasPrefix(file, name+"/") {
			return true
		}
	}
	return false
}

func (f *file) hasHeading(fragment string) (found bool) {
	f.eachProseLine(func(_ int, line string) {
		title := strings.TrimLeft(line, "#")
		found = found || title != line && headingFragment(title) == fragment
	})
	return found
}

// headingFragment is the fragment that Markdown renderers give a heading.
func headingFragment(title string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == ' ':
			return '-'
		case c == '-', c == '_', unicode.IsLetter(c), unicode.IsDigit(c):
			return unicode.ToLower(c)
		}
		return -1
	}, strings.TrimSpace(title))
}

func TestMarkdownLinksResolve(t *testing.T) { checker(checkLinks).holds(t) }

func TestLinkCheckFindsDeadLinks(t *testing.T) {
	checker(checkLinks).finds(t, map[string]string{
		"LICENSE": "free\n",
		"README.md": "[a](LICENSE) [b](docs) [c](docs/a.md#two-words-here) [d](#title) [e](https://x.org/y.md)\n" +
			"# Title\n" +
			"`[code](none.md)` and Fork[A](t Task) and [dead](none.md)\n" +
			"```go\nf[A](none)\n```\n" +
			"[f]: docs/b.md\n" +
			"![image](docs/a.svg \"Title\")\n",
		"docs/a.md": "## Two words, `here`\n[up](../LICENSE) [out](../../x) [slash](/LICENSE) [h](#three) [g](..#x)\n",
	},
		"README.md:3: link to none.md: no such file",
		"README.md:7: link to docs/b.md: no such file",
		"README.md:8: link to docs/a.svg: no such file",
		"docs/a.md:2: link to ../../x: no such file",
		"docs/a.md:2: link to /LICENSE: begins with a slash",
		"docs/a.md:2: link to #three: no such heading",
		"docs/a.md:2: link to ..#x: no such heading",
	)
}
