//go:build taktdebug

package invariant

// Enabled says whether this is a debug build.
const Enabled = true
