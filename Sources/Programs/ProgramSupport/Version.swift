/// The release, as in CHANGELOG.md. `deploy/version` reads it for packages, from this line alone.
package let holdfastVersion = "0.1.0"
