package takt_test

import (
	"errors"
	"fmt"
	"sync"

	"github.com/takt-go/takt"
)

// A crawler visits every page that can be reached, each once.
type crawler struct {
	links map[string][]string
	group *takt.Group

	mu   sync.Mutex
	seen map[string]bool
}

var errNoPage = errors.New("no such page")

// visit adds the page to the group, unless it was seen before.
func (c *crawler) visit(page string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen[page] {
		return
	}
	c.seen[page] = true
	c.group.Go(func(takt.Task) error {
		links, ok := c.links[page]
		if !ok {
			return fmt.Errorf("%s: %w", page, errNoPage)
		}
		for _, next := range links {
			c.visit(next)
		}
		return nil
	})
}

// The functions of a group may add more functions to it: Go never blocks, also
// when the limit is reached.
func ExampleGroup() {
	c := &crawler{
		links: map[string][]string{"/": {"/a", "/b"}, "/a": {"/b", "/c"}, "/b": {"/"}},
		seen:  make(map[string]bool),
		group: takt.NewGroup(takt.Task{}),
	}
	c.group.SetLimit(2)
	c.visit("/")
	err := c.group.Wait()
	fmt.Println(len(c.seen), "pages;", err)
	fmt.Println(errors.Is(err, errNoPage))
	// Output:
	// 4 pages; /c: no such page
	// true
}
