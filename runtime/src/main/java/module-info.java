/** Arrays, transformations, compiler, scopes and modules. */
module io.cambric.runtime {
  requires transitive io.cambric.annotations;
  requires static transitive org.jspecify;
  requires tools.jackson.databind;

  // In the order of the arrows. A package without a type cannot be exported yet.
  exports io.cambric.errors;
  exports io.cambric.array;
  exports io.cambric.kernel;
  exports io.cambric.core;

  uses io.cambric.kernel.Kernels;
}
