/** Scopes, lifted transformations and modules: what Flax Linen is made of. */
module io.cambric.linen {
  requires transitive io.cambric.core;
  requires static io.cambric.build;
  requires static transitive com.google.errorprone.annotations;
  requires static transitive org.jspecify;
  requires tools.jackson.core;

  exports io.cambric.scope;
  exports io.cambric.scope.lift;
  exports io.cambric.module;
  exports io.cambric.module.config;
}
