module github.com/takt-go/takt

go 1.26
