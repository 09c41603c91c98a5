// Package takt runs fork/join, parallel loops and job graphs on one set of workers.
package takt
