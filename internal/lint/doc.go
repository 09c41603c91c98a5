// Package lint reads this repository as text and fails where it breaks its own
// rules: who may import whom, where unsafe code may stand, how long things may
// get, what needs documentation. There is nothing here but tests.
//
// Each checker is a function from a repo to complaints, so that the same function
// is run over the repository and over a tiny planted one it must complain about.
package lint
