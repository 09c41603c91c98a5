package lint

import (
	"fmt"
	"strings"
	"testing"
)

// strangers are words that belong to the place where somebody works, not to the
// project: nobody else can follow them. Upper and lower case are the same. Each
// is cut in two so that this file passes its own test.
var strangers = []string{
	"/wo" + "rk/",
	"/ro" + "ot/",
	"/tmp/" + "briefs",
	"share" + "d/research",
	"share" + "d/design",
	"share" + "d/mission",
	"share" + "d/cases",
	"share" + "d/prototype",
	"prototype" + "/trials",
	"farm" + "-bench",
	".lib" + "rary",
	"issues" + " show",
	"proxy.gol" + "ang.org",
	"registry.np" + "mjs",
	"deb.deb" + "ian.org",
	"cla" + "ude",
	"anth" + "ropic",
}

func checkWords(r repo) (complaints []string) {
	for _, f := range r.sorted() {
		number := 0
		for line := range strings.Lines(strings.ToLower(f.text)) {
			number++
			for _, word := range strangers {
				if strings.Contains(line, word) {
					complaints = append(complaints, fmt.Sprintf("%s:%d: %q means nothing outside one workplace", f.path, number, word))
				}
			}
		}
	}
	return complaints
}

func TestTextIsAboutTheProjectAlone(t *testing.T) { checker(checkWords).holds(t) }

func TestWordCheckFindsEveryStranger(t *testing.T) {
	texts := map[string]string{"README.md": "See work/ and the shared/ folder of a library.\n"}
	var want []string
	for i, word := range strangers {
		name := fmt.Sprintf("docs/%d.txt", i)
		texts[name] = "First line.\nSee <" + strings.ToUpper(word) + ">\n"
		want = append(want, fmt.Sprintf("%s:2: %q", name, word))
	}
	checker(checkWords).finds(t, texts, want...)
}
