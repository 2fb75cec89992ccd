// Apple's modules of controls re-export Foundation whole, and sources rely on that. Holdfast's own programs do not import
// this target: Foundation brings 40 MB of ICU into a program that is linked statically.
@_exported public import Foundation
@_exported public import FoundationNetworking
