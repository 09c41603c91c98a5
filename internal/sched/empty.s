//go:build !(amd64 || 386 || arm64)

// An assembly file, though empty, lets the package declare functions without a
// body: see linkname.go.
