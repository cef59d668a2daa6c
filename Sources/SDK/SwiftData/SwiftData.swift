// An app that names the type of its store imports Apple's framework for it.
@_exported public import class MetaWearPersistence.ModelContainer
